/** Moving the keyboard focus over the board with arrow keys. */

import type { Point } from '../geometry/drawing'

export type Direction = 'left' | 'right' | 'up' | 'down'

const ALONG: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }
/** Cost of a step sideways, relative to one ahead. */
const ASIDE = 2

/** The nearest point in a direction, preferably straight ahead; null at the edge. */
export function ahead<Key>(points: ReadonlyMap<Key, Point>, from: Key, direction: Direction): Key | null {
  const start = points.get(from)
  if (!start) return null
  const [ux, uy] = ALONG[direction]
  let best: Key | null = null
  let least = Infinity
  for (const [key, [x, y]] of points) {
    const [dx, dy] = [x - start[0], y - start[1]]
    const along = dx * ux + dy * uy
    if (key === from || along <= 0.5) continue
    const cost = along + ASIDE * Math.abs(dx * uy - dy * ux)
    if (cost < least) [best, least] = [key, cost]
  }
  return best
}

/** The next or previous item of a list, which wraps around. */
export function cycle<Key>(order: readonly Key[], from: Key | undefined, steps: 1 | -1): Key | undefined {
  const at = from === undefined ? -1 : order.indexOf(from)
  return order.at((at + steps) % order.length)
}

/** In reading order: in rows from the top, each from the left. */
export function readingOrder<Key>(points: ReadonlyMap<Key, Point>, row: number): Key[] {
  return [...points]
    .sort(([, a], [, b]) => Math.floor(a[1] / row) - Math.floor(b[1] / row) || a[0] - b[0])
    .map(([key]) => key)
}
