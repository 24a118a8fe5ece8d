/** Which route or city a pointer means: the nearest, so that thin routes are easy to hit and close ones kept apart. */

import type { Point } from './geometry/drawing'

/** From a point to a line through points. */
export function distance([x, y]: Point, line: readonly Point[]): number {
  let least = Infinity
  for (let n = 0; n < line.length; n++) {
    const [ax, ay] = line[n] as Point
    const [bx, by] = line[n + 1] ?? [ax, ay]
    const [dx, dy] = [bx - ax, by - ay]
    const long = dx * dx + dy * dy
    const share = long ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long)) : 0
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
  }
  return least
}

/** The number of the line nearest to a point, if it is near enough. */
export function nearest(at: Point, lines: readonly (readonly Point[])[], within: number): number | null {
  let found: number | null = null
  let least = within
  lines.forEach((line, number) => {
    const away = distance(at, line)
    if (away < least) [found, least] = [number, away]
  })
  return found
}
