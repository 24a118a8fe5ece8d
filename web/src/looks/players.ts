/** Colour and shape of each seat; no card has these colours. */

export interface Player {
  key: string
  fill: string
  ink: string
  edge: string
  shape: Shape
}

export type Shape = 'circle' | 'triangle' | 'square' | 'diamond' | 'star'

const player = (seat: number, key: string, shape: Shape): Player => ({
  key,
  fill: `var(--player-${seat})`,
  ink: `var(--player-${seat}-ink)`,
  edge: `var(--player-${seat}-edge)`,
  shape,
})

export const PLAYERS: readonly Player[] = [
  player(0, 'rose', 'circle'),
  player(1, 'sky', 'triangle'),
  player(2, 'navy', 'square'),
  player(3, 'lime', 'diamond'),
  player(4, 'brown', 'star'),
]

/** The look of a seat; with more seats than looks, they repeat. */
export function playerOf(seat: number): Player {
  return PLAYERS[seat % PLAYERS.length] as Player
}

/** The shapes in a square from -1 to 1, of about the same weight to the eye. */
export const SHAPES: Readonly<Record<Shape, string>> = {
  circle: 'M-.82 0a.82.82 0 1 0 1.64 0a.82.82 0 1 0-1.64 0Z',
  triangle: 'M0-.95L.98.72H-.98Z',
  square: 'M-.76-.76H.76V.76H-.76Z',
  diamond: 'M0-1.04L.8 0L0 1.04L-.8 0Z',
  star: star(5, 1.08, 0.46),
}

function star(points: number, outer: number, inner: number): string {
  const corners: string[] = []
  for (let n = 0; n < 2 * points; n++) {
    const turn = (Math.PI * n) / points - Math.PI / 2
    const radius = n % 2 ? inner : outer
    corners.push(`${(radius * Math.cos(turn)).toFixed(3)} ${(radius * Math.sin(turn) + 0.06).toFixed(3)}`)
  }
  return `M${corners.join('L')}Z`
}
