/**
 * Pieces seen from the side, around the middle of a space of `length` × `thick`.
 *
 * A piece is drawn for the size of its space: a short space has a short wagon, not a squeezed one.
 */

export type PieceName = 'train' | 'taxi' | 'tram' | 'subway' | 'station' | 'bullet'

/** Position of a car in a bullet train: the ends have a nose. */
export type CarPosition = 'only' | 'first' | 'middle' | 'last'

export interface Piece {
  /** Outline of the whole piece, in the player's colour. */
  body: string
  glass: string
  /** Wheels and frame. */
  dark: string
  /** A stripe in the edge's colour. */
  stripe: string
  /** The middle and half the size of the player's mark. */
  mark: { x: number; y: number; size: number }
}

const round = (value: number): string => String(Math.round(value * 100) / 100)

const box = (x: number, y: number, width: number, height: number): string =>
  width > 0 && height > 0 ? `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z` : ''

const wheel = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`

/** A closed outline through points given in halves of the length and in thicknesses. */
function hull(length: number, thick: number, points: readonly (readonly [number, number])[]): string {
  return 'M' + points.map(([u, v]) => `${round((u * length) / 2)} ${round(v * thick)}`).join('L') + 'Z'
}

/** Windows from one x to another, as many as there is room for. */
function windows(from: number, to: number, y: number, size: number, height = size): string {
  const count = Math.floor((to - from + size * 0.5) / (size * 1.5))
  const pitch = (to - from) / Math.max(count, 1)
  let path = ''
  for (let n = 0; n < count; n++) path += box(from + pitch * (n + 0.5) - size / 2, y, size, height)
  return path
}

/** Windows on both sides of the mark. */
function beside(half: number, mark: number, y: number, size: number, height = size): string {
  return windows(-half, -mark, y, size, height) + windows(mark, half, y, size, height)
}

function train(length: number, t: number): Piece {
  const half = length / 2
  const r = 0.17 * t
  const bogie = Math.max(half - 0.42 * t, r)
  return {
    body: hull(length, t, [
      [-0.96, 0.34],
      [-0.96, -0.4],
      [-0.86, -0.56],
      [0.86, -0.56],
      [0.96, -0.4],
      [0.96, 0.34],
    ]),
    glass: beside(half * 0.9, 0.42 * t, -0.3 * t, 0.22 * t, 0.26 * t),
    dark: box(-half, 0.16 * t, length, 0.18 * t) + wheel(-bogie, 0.42 * t, r) + wheel(bogie, 0.42 * t, r),
    stripe: box(-half * 0.88, -0.48 * t, length * 0.88, 0.08 * t),
    mark: { x: 0, y: -0.13 * t, size: 0.3 * t },
  }
}

function taxi(length: number, t: number): Piece {
  const car = Math.min(length, 2.5 * t)
  const r = 0.2 * t
  return {
    body: hull(car, t, [
      [-0.98, 0.36],
      [-0.98, -0.02],
      [-0.66, -0.14],
      [-0.42, -0.56],
      [-0.14, -0.56],
      [-0.12, -0.74],
      [0.14, -0.74],
      [0.16, -0.56],
      [0.36, -0.56],
      [0.66, -0.14],
      [0.96, -0.02],
      [0.98, 0.36],
    ]),
    glass:
      hull(car, t, [
        [-0.55, -0.14],
        [-0.37, -0.46],
        [-0.2, -0.46],
        [-0.2, -0.14],
      ]) +
      hull(car, t, [
        [0.2, -0.14],
        [0.2, -0.46],
        [0.32, -0.46],
        [0.54, -0.14],
      ]),
    dark: wheel(-car * 0.3, 0.38 * t, r) + wheel(car * 0.3, 0.38 * t, r),
    stripe: windows(-car * 0.47, -0.26 * t, 0.06 * t, 0.12 * t) + windows(0.26 * t, car * 0.47, 0.06 * t, 0.12 * t),
    mark: { x: 0, y: -0.08 * t, size: 0.3 * t },
  }
}

function tram(length: number, t: number): Piece {
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
      `M${round(-0.3 * t)} ${round(-0.48 * t)}L${round(-0.02 * t)} ${round(-0.64 * t)}L${round(-0.2 * t)} ${round(-0.78 * t)}H${round(0.3 * t)}V${round(-0.7 * t)}H${round(0.02 * t)}L${round(0.18 * t)} ${round(-0.63 * t)}L${round(-0.06 * t)} ${round(-0.48 * t)}Z`,
    glass: beside(half * 0.86, 0.4 * t, -0.36 * t, 0.3 * t, 0.34 * t),
    dark:
      wheel(-half * 0.55, 0.38 * t, 0.13 * t) +
      wheel(-half * 0.55 + 0.3 * t, 0.38 * t, 0.13 * t) +
      wheel(half * 0.55, 0.38 * t, 0.13 * t) +
      wheel(half * 0.55 - 0.3 * t, 0.38 * t, 0.13 * t),
    stripe: box(-half * 0.98, 0.12 * t, length * 0.98, 0.1 * t),
    mark: { x: 0, y: -0.15 * t, size: 0.28 * t },
  }
}

function subway(length: number, t: number): Piece {
  const half = length / 2
  const corner = 0.3 * t
  const [top, bottom] = [-0.54 * t, 0.38 * t]
  const bogie = half - 0.5 * t
  return {
    body: `M${round(-half)} ${round(bottom)}V${round(top + corner)}Q${round(-half)} ${round(top)} ${round(-half + corner)} ${round(top)}H${round(half - corner)}Q${round(half)} ${round(top)} ${round(half)} ${round(top + corner)}V${round(bottom)}Z`,
    // A driver's window at both ends, and doors beside the mark.
    glass:
      box(-half + 0.09 * t, -0.34 * t, 0.2 * t, 0.32 * t) +
      box(half - 0.29 * t, -0.34 * t, 0.2 * t, 0.32 * t) +
      beside(half - 0.34 * t, 0.38 * t, -0.34 * t, 0.2 * t, 0.5 * t),
    dark:
      wheel(-bogie, 0.44 * t, 0.11 * t) +
      wheel(-bogie + 0.28 * t, 0.44 * t, 0.11 * t) +
      wheel(bogie, 0.44 * t, 0.11 * t) +
      wheel(bogie - 0.28 * t, 0.44 * t, 0.11 * t),
    stripe: box(-half + 0.04 * t, 0.22 * t, length - 0.08 * t, 0.09 * t),
    mark: { x: 0, y: -0.1 * t, size: 0.28 * t },
  }
}

function bullet(length: number, t: number, place: CarPosition): Piece {
  const half = length / 2
  const nose = Math.min(length * 0.45, 1.1 * t)
  const left = place === 'first' || place === 'only'
  const right = place === 'last' || place === 'only'
  const end = (side: -1 | 1, pointed: boolean): string => {
    const x = side * half
    const back = side * (half - nose)
    if (!pointed) return side < 0 ? `V${round(-0.44 * t)}` : `H${round(x)}V${round(0.36 * t)}`
    return side < 0
      ? `Q${round(x)} ${round(0.06 * t)} ${round(back)} ${round(-0.44 * t)}`
      : `H${round(back)}Q${round(x)} ${round(0.06 * t)} ${round(x)} ${round(0.36 * t)}`
  }
  const from = left ? -half + nose * 0.9 : -half + 0.12 * t
  const to = right ? half - nose * 0.9 : half - 0.12 * t
  return {
    body: `M${round(-half)} ${round(0.36 * t)}${end(-1, left)}${end(1, right)}Z`,
    glass: windows(from, to, -0.26 * t, 0.16 * t),
    dark: '',
    stripe: box(
      left ? -half + 0.1 * t : -half,
      0.06 * t,
      length - (left ? 0.1 * t : 0) - (right ? 0.1 * t : 0),
      0.14 * t,
    ),
    mark: { x: 0, y: -0.04 * t, size: 0.26 * t },
  }
}

function station(size: number): Piece {
  const s = size / 2
  const at = (x: number, y: number): string => `${round(x * s)} ${round(y * s)}`
  return {
    body: `M${at(-0.9, 0.9)}V${round(-0.12 * s)}L${at(-1.06, -0.12)}L${at(-0.5, -0.52)}V${round(-1 * s)}H${round(0.5 * s)}V${round(-0.52 * s)}L${at(1.06, -0.12)}H${round(0.9 * s)}V${round(0.9 * s)}Z`,
    glass: box(-0.74 * s, 0.16 * s, 0.3 * s, 0.42 * s) + box(0.44 * s, 0.16 * s, 0.3 * s, 0.42 * s),
    dark: box(-1 * s, 0.76 * s, 2 * s, 0.22 * s),
    stripe: box(-0.5 * s, -0.9 * s, s, 0.14 * s),
    mark: { x: 0, y: 0.08 * s, size: 0.44 * s },
  }
}

/** A piece for a space. An unknown one looks like a wagon. */
export function pieceOf(name: string, length: number, thick: number, place: CarPosition = 'only'): Piece {
  switch (name) {
    case 'taxi':
      return taxi(length, thick)
    case 'tram':
      return tram(length, thick)
    case 'subway':
      return subway(length, thick)
    case 'bullet':
      return bullet(length, thick, place)
    case 'station':
      return station(Math.min(length, thick))
    default:
      return train(length, thick)
  }
}
