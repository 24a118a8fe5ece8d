/** How big the name of a city may be drawn. */

import type { Spot } from './drawing'

/** From line to line, in sizes. */
export const LINE = 1.15
/** How broad a bold letter is, on the safe side, in sizes. */
const LETTER = 0.6

/** As much bigger as wished, away from the city, while the name stays on the board. */
export function swelled({ x, name }: Spot, wished: number, width: number): number {
  const wide = Math.max(...name.lines.map((line) => line.length)) * LETTER * name.size
  const before = { start: 0, middle: wide / 2, end: wide }[name.anchor]
  const left = x - (name.x - before)
  const right = name.x - before + wide - x
  return Math.max(1, Math.min(wished, left > 0 ? x / left : wished, right > 0 ? (width - x) / right : wished))
}
