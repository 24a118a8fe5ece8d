/** Pieces seen from above, for steep routes: a side view on its nose looks like an accident. */

import { box, hull, round, wheel } from './piece-paths'
import type { CarPosition, Piece } from './pieces'

/** A rectangle with round corners around the origin. */
function rounded(length: number, thick: number, r: number): string {
  const [x, y] = [length / 2, thick / 2]
  const turn = (dx: number, dy: number) => `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}`
  return `M${round(-x + r)} ${round(-y)}H${round(x - r)}${turn(r, r)}V${round(y - r)}${turn(-r, r)}H${round(-x + r)}${turn(-r, -r)}V${round(-y + r)}${turn(r, -r)}Z`
}

/** Both ends of a piece, mirrored. */
const bothEnds = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1)

export function train(length: number, t: number): Piece {
  const half = length / 2
  return {
    body: rounded(length, 1.04 * t, 0.16 * t),
    roof: rounded(length * 0.93, 0.6 * t, 0.12 * t),
    // Hatches in the roof.
    glass: bothEnds((side) => box(side * half * 0.5 - 0.09 * t, -0.14 * t, 0.18 * t, 0.28 * t)),
    // Buffers.
    dark: bothEnds((side) => box(side * half - 0.06 * t, -0.32 * t, 0.12 * t, 0.64 * t)),
    stripe: '',
    mark: { x: 0, y: 0, size: 0.3 * t },
    ends: { inner: half * 0.62, outer: half * 0.92, top: -0.44 * t, bottom: 0.44 * t },
  }
}

export function taxi(length: number, t: number): Piece {
  const car = Math.min(length, 2.4 * t)
  const tyre = (x: number) => box(x - 0.2 * t, -0.58 * t, 0.4 * t, 1.16 * t)
  return {
    body: rounded(car, t, 0.28 * t),
    roof: rounded(car * 0.42, 0.72 * t, 0.12 * t),
    // The windscreen in front, the rear window, and the sides.
    glass:
      hull(car, t, [
        [0.26, -0.34],
        [0.52, -0.4],
        [0.52, 0.4],
        [0.26, 0.34],
      ]) +
      hull(car, t, [
        [-0.26, -0.34],
        [-0.46, -0.38],
        [-0.46, 0.38],
        [-0.26, 0.34],
      ]),
    dark: tyre(-car * 0.3) + tyre(car * 0.3),
    stripe: bothEnds((side) => wheel(car * 0.46, side * 0.32 * t, 0.07 * t)),
    mark: { x: 0, y: 0, size: 0.3 * t },
    ends: { inner: car * 0.27, outer: car * 0.44, top: -0.4 * t, bottom: 0.4 * t },
  }
}

export function tram(length: number, t: number): Piece {
  const half = length / 2
  return {
    body: hull(length, t, [
      [-1, -0.2],
      [-0.88, -0.5],
      [0.88, -0.5],
      [1, -0.2],
      [1, 0.2],
      [0.88, 0.5],
      [-0.88, 0.5],
      [-1, 0.2],
    ]),
    roof: rounded(length * 0.78, 0.66 * t, 0.1 * t),
    glass: bothEnds((side) =>
      hull(length, t, [
        [side * 0.84, -0.38],
        [side * 0.95, -0.18],
        [side * 0.95, 0.18],
        [side * 0.84, 0.38],
      ]),
    ),
    dark: '',
    // The pantograph lies folded beside the mark.
    stripe: bothEnds(
      (side) =>
        box(side * half * 0.44 - 0.04 * t, -0.26 * t, 0.08 * t, 0.52 * t) +
        box(side * half * 0.44 - 0.16 * t, -0.04 * t, 0.32 * t, 0.08 * t),
    ),
    mark: { x: 0, y: 0, size: 0.28 * t },
    ends: { inner: half * 0.52, outer: half * 0.78, top: -0.34 * t, bottom: 0.34 * t },
  }
}

export function subway(length: number, t: number): Piece {
  const half = length / 2
  return {
    body: rounded(length, t, 0.4 * t),
    roof: rounded(length - 0.5 * t, 0.62 * t, 0.2 * t),
    glass: bothEnds((side) => rib(side * (half - 0.14 * t), 0.1 * t, 0.56 * t)),
    dark: '',
    // Ribs of the roof.
    stripe: bothEnds((side) => rib(side * 0.5 * t, 0.05 * t, 0.6 * t) + rib(side * 0.66 * t, 0.05 * t, 0.6 * t)),
    mark: { x: 0, y: 0, size: 0.28 * t },
    ends: { inner: half - 0.62 * t, outer: half - 0.3 * t, top: -0.32 * t, bottom: 0.32 * t },
  }
}

const rib = (x: number, wide: number, high: number): string => box(x - wide / 2, -high / 2, wide, high)

export function bullet(length: number, t: number, place: CarPosition): Piece {
  const half = length / 2
  const nose = Math.min(length * 0.45, 1.1 * t)
  const y = 0.47 * t
  const left = place === 'first' || place === 'only'
  const right = place === 'last' || place === 'only'
  const [from, to] = [left ? -half + nose : -half, right ? half - nose : half]
  const front = right
    ? `H${round(to)}Q${round(half)} ${round(-y)} ${round(half)} 0Q${round(half)} ${round(y)} ${round(to)} ${round(y)}`
    : `H${round(half)}V${round(y)}`
  const back = left
    ? `H${round(from)}Q${round(-half)} ${round(y)} ${round(-half)} 0Q${round(-half)} ${round(-y)} ${round(from)} ${round(-y)}Z`
    : `H${round(-half)}Z`
  const screen = (side: -1 | 1, there: boolean) =>
    there ? box(side * (half - nose * 0.72) - 0.1 * t, -0.2 * t, 0.2 * t, 0.4 * t) : ''
  return {
    body: `M${round(from)} ${round(-y)}${front}${back}`,
    roof: '',
    glass: screen(-1, left) + screen(1, right),
    dark: '',
    stripe: box(from, -0.36 * t, to - from, 0.1 * t) + box(from, 0.26 * t, to - from, 0.1 * t),
    mark: { x: 0, y: 0, size: 0.26 * t },
    ends: null,
  }
}
