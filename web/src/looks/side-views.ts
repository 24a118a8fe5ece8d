/** Pieces seen from the side, for routes that lie more than they stand. The light comes from above. */

import { beside, box, hull, round, wheel, windows } from './piece-paths'
import type { CarPosition, Piece } from './pieces'

export function train(length: number, t: number): Piece {
  const half = length / 2
  const r = 0.17 * t
  const bogie = Math.max(half - 0.42 * t, r)
  return {
    body: hull(length, t, [
      [-0.98, 0.34],
      [-0.98, -0.4],
      [-0.88, -0.58],
      [0.88, -0.58],
      [0.98, -0.4],
      [0.98, 0.34],
    ]),
    roof: hull(length, t, [
      [-0.93, -0.42],
      [-0.86, -0.56],
      [0.86, -0.56],
      [0.93, -0.42],
    ]),
    glass: beside(half * 0.62, 0.42 * t, -0.26 * t, 0.22 * t, 0.26 * t),
    dark: box(-half, 0.18 * t, length, 0.16 * t) + wheel(-bogie, 0.42 * t, r) + wheel(bogie, 0.42 * t, r),
    stripe: '',
    mark: { x: 0, y: -0.11 * t, size: 0.28 * t },
    ends: { inner: half * 0.64, outer: half * 0.93, top: -0.36 * t, bottom: 0.16 * t },
  }
}

export function taxi(length: number, t: number): Piece {
  const car = Math.min(length, 2.5 * t)
  const r = 0.2 * t
  return {
    body: hull(car, t, [
      [-0.98, 0.36],
      [-0.98, -0.02],
      [-0.66, -0.14],
      [-0.42, -0.56],
      [-0.14, -0.56],
      [-0.12, -0.6],
      [0.14, -0.6],
      [0.16, -0.56],
      [0.36, -0.56],
      [0.66, -0.14],
      [0.96, -0.02],
      [0.98, 0.36],
    ]),
    roof: hull(car, t, [
      [-0.44, -0.46],
      [-0.4, -0.56],
      [0.34, -0.56],
      [0.39, -0.46],
    ]),
    glass:
      hull(car, t, [
        [-0.55, -0.14],
        [-0.39, -0.44],
        [-0.2, -0.44],
        [-0.2, -0.14],
      ]) +
      hull(car, t, [
        [0.2, -0.14],
        [0.2, -0.44],
        [0.34, -0.44],
        [0.54, -0.14],
      ]),
    dark: wheel(-car * 0.3, 0.38 * t, r) + wheel(car * 0.3, 0.38 * t, r),
    stripe: '',
    mark: { x: 0, y: -0.04 * t, size: 0.3 * t },
    ends: { inner: car * 0.28, outer: car * 0.47, top: -0.04 * t, bottom: 0.18 * t },
  }
}

export function tram(length: number, t: number): Piece {
  const half = length / 2
  return {
    body:
      hull(length, t, [
        [-0.98, 0.36],
        [-0.98, -0.05],
        [-0.86, -0.48],
        [0.86, -0.48],
        [0.98, -0.05],
        [0.98, 0.36],
      ]) +
      // The pantograph.
      `M${round(-0.3 * t)} ${round(-0.48 * t)}L${round(-0.02 * t)} ${round(-0.52 * t)}L${round(-0.2 * t)} ${round(-0.6 * t)}H${round(0.3 * t)}V${round(-0.54 * t)}H${round(0.02 * t)}L${round(0.18 * t)} ${round(-0.52 * t)}L${round(-0.06 * t)} ${round(-0.48 * t)}Z`,
    roof: hull(length, t, [
      [-0.87, -0.36],
      [-0.84, -0.47],
      [0.84, -0.47],
      [0.87, -0.36],
    ]),
    glass: beside(half * 0.62, 0.4 * t, -0.32 * t, 0.28 * t, 0.32 * t),
    dark:
      wheel(-half * 0.55, 0.38 * t, 0.13 * t) +
      wheel(-half * 0.55 + 0.3 * t, 0.38 * t, 0.13 * t) +
      wheel(half * 0.55, 0.38 * t, 0.13 * t) +
      wheel(half * 0.55 - 0.3 * t, 0.38 * t, 0.13 * t),
    stripe: box(-half * 0.96, 0.2 * t, length * 0.96, 0.08 * t),
    mark: { x: 0, y: -0.12 * t, size: 0.28 * t },
    ends: { inner: half * 0.64, outer: half * 0.93, top: -0.3 * t, bottom: 0.16 * t },
  }
}

export function subway(length: number, t: number): Piece {
  const half = length / 2
  const corner = 0.3 * t
  const [top, bottom] = [-0.54 * t, 0.38 * t]
  const bogie = half - 0.5 * t
  return {
    body: `M${round(-half)} ${round(bottom)}V${round(top + corner)}Q${round(-half)} ${round(top)} ${round(-half + corner)} ${round(top)}H${round(half - corner)}Q${round(half)} ${round(top)} ${round(half)} ${round(top + corner)}V${round(bottom)}Z`,
    roof: hull(length, t, [
      [-0.88, -0.42],
      [-0.84, -0.52],
      [0.84, -0.52],
      [0.88, -0.42],
    ]),
    // A driver's window at both ends, and doors beside the mark.
    glass:
      box(-half + 0.09 * t, -0.32 * t, 0.2 * t, 0.3 * t) +
      box(half - 0.29 * t, -0.32 * t, 0.2 * t, 0.3 * t) +
      beside(half - 0.62 * t, 0.38 * t, -0.32 * t, 0.2 * t, 0.48 * t),
    dark:
      wheel(-bogie, 0.44 * t, 0.11 * t) +
      wheel(-bogie + 0.28 * t, 0.44 * t, 0.11 * t) +
      wheel(bogie, 0.44 * t, 0.11 * t) +
      wheel(bogie - 0.28 * t, 0.44 * t, 0.11 * t),
    stripe: box(-half + 0.04 * t, 0.24 * t, length - 0.08 * t, 0.08 * t),
    mark: { x: 0, y: -0.09 * t, size: 0.28 * t },
    ends: { inner: half - 0.62 * t, outer: half - 0.34 * t, top: -0.36 * t, bottom: 0.2 * t },
  }
}

export function bullet(length: number, t: number, place: CarPosition): Piece {
  const half = length / 2
  const nose = Math.min(length * 0.45, 1.1 * t)
  const left = place === 'first' || place === 'only'
  const right = place === 'last' || place === 'only'
  const end = (side: -1 | 1, pointed: boolean): string => {
    const x = side * half
    const back = side * (half - nose)
    if (!pointed) return side < 0 ? `V${round(-0.48 * t)}` : `H${round(x)}V${round(0.42 * t)}`
    return side < 0
      ? `Q${round(x)} ${round(0.06 * t)} ${round(back)} ${round(-0.48 * t)}`
      : `H${round(back)}Q${round(x)} ${round(0.06 * t)} ${round(x)} ${round(0.42 * t)}`
  }
  const from = left ? -half + nose * 0.9 : -half + 0.12 * t
  const to = right ? half - nose * 0.9 : half - 0.12 * t
  return {
    body: `M${round(-half)} ${round(0.42 * t)}${end(-1, left)}${end(1, right)}Z`,
    roof: '',
    glass: windows(from, to, -0.28 * t, 0.16 * t),
    dark: '',
    stripe: box(
      left ? -half + 0.1 * t : -half,
      0.08 * t,
      length - (left ? 0.1 * t : 0) - (right ? 0.1 * t : 0),
      0.14 * t,
    ),
    mark: { x: 0, y: -0.04 * t, size: 0.26 * t },
    ends: null,
  }
}

export function station(size: number): Piece {
  const s = size / 2
  const at = (x: number, y: number): string => `${round(x * s)} ${round(y * s)}`
  return {
    body: `M${at(-0.9, 0.9)}V${round(-0.12 * s)}L${at(-1.06, -0.12)}L${at(-0.5, -0.52)}V${round(-1 * s)}H${round(0.5 * s)}V${round(-0.52 * s)}L${at(1.06, -0.12)}H${round(0.9 * s)}V${round(0.9 * s)}Z`,
    roof: `M${at(-0.46, -0.94)}H${round(0.46 * s)}V${round(-0.72 * s)}H${round(-0.46 * s)}Z`,
    glass: box(-0.74 * s, 0.16 * s, 0.3 * s, 0.42 * s) + box(0.44 * s, 0.16 * s, 0.3 * s, 0.42 * s),
    dark: box(-1 * s, 0.76 * s, 2 * s, 0.22 * s),
    stripe: '',
    mark: { x: 0, y: 0.08 * s, size: 0.44 * s },
    ends: null,
  }
}
