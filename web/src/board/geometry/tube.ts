/** The line of a route that has a single space: bent so that it runs through that space. */

import type { Point } from './drawing'

/** The share of the line, at either end, that bends. */
const SWING = 0.3

export function bentLine(line: readonly Point[], [x, y]: Point): Point[] {
  const walked = [0]
  for (let n = 1; n < line.length; n++) {
    walked.push(walked[n - 1] + Math.hypot(line[n][0] - line[n - 1][0], line[n][1] - line[n - 1][1]))
  }
  const whole = walked[walked.length - 1] || 1
  const nearest = line.reduce((best, at) => (away(at, [x, y]) < away(best, [x, y]) ? at : best), line[0])
  const [dx, dy] = [x - nearest[0], y - nearest[1]]
  return line.map(([u, v], n): Point => {
    const share = walked[n] / whole
    const out = swing(Math.min(share, 1 - share) / SWING)
    return [u + dx * out, v + dy * out]
  })
}

const away = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** From 0 to 1, smoothly. */
function swing(share: number): number {
  const t = Math.min(1, Math.max(0, share))
  return t * t * (3 - 2 * t)
}
