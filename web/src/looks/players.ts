/** Colour, shape and pattern of each seat; no card and no route has these colours. */

import { getContext, setContext } from 'svelte'
import type { Ends } from './pieces'

export interface Player {
  key: string
  fill: string
  ink: string
  edge: string
  shape: Shape
  pattern: Pattern
}

export type Shape = 'circle' | 'triangle' | 'square' | 'diamond' | 'star'
export type Pattern = 'plain' | 'band' | 'slash' | 'bands' | 'line'

const player = (key: string, shape: Shape, pattern: Pattern): Player => ({
  key,
  fill: `var(--player-${key})`,
  ink: `var(--player-${key}-ink)`,
  edge: `var(--player-${key}-edge)`,
  shape,
  pattern,
})

export const PLAYERS: readonly Player[] = [
  player('teal', 'circle', 'plain'),
  player('amber', 'triangle', 'band'),
  player('violet', 'square', 'slash'),
  player('indigo', 'diamond', 'bands'),
  player('crimson', 'star', 'line'),
]

/** The look of a seat; with more seats than looks, they repeat. */
export function playerOf(seat: number): Player {
  return PLAYERS[seat % PLAYERS.length] as Player
}

/** The look with a shape. */
export function playerWith(shape: Shape): Player {
  return PLAYERS.find((player) => player.shape === shape) ?? playerOf(0)
}

const CHOSEN = Symbol('shapes of the seats')

/** Gives everything below a component the shapes that the seats of its table have. */
export function provideShapes(shapes: () => readonly Shape[]): void {
  setContext(CHOSEN, shapes)
}

/** The look of each seat of the table that a component belongs to; without a table, that of the seat's number. */
export function seatLooks(): (seat: number) => Player {
  const shapes = getContext<(() => readonly Shape[]) | undefined>(CHOSEN)
  return (seat) => {
    const shape = shapes?.()[seat]
    return shape ? playerWith(shape) : playerOf(seat)
  }
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

/** A player's pattern at both ends of a piece, as the `d` of a path. */
export function livery(pattern: Pattern, { inner, outer, top, bottom }: Ends): string {
  const wide = outer - inner
  const bar = (from: number, to: number, lean = 0): string =>
    [-1, 1]
      .map((side) => {
        const at = (share: number, aside: number) => (side * (inner + wide * share) + aside).toFixed(2)
        return `M${at(from, lean)} ${top.toFixed(2)}L${at(to, lean)} ${top.toFixed(2)}L${at(to, -lean)} ${bottom.toFixed(2)}L${at(from, -lean)} ${bottom.toFixed(2)}Z`
      })
      .join('')
  switch (pattern) {
    case 'band':
      return bar(0.3, 0.7)
    case 'bands':
      return bar(0, 0.28) + bar(0.68, 0.96)
    case 'slash':
      return bar(0.3, 0.75, wide * 0.3)
    case 'line': {
      const [y, h] = [top + (bottom - top) * 0.4, (bottom - top) * 0.24]
      return [-1, 1]
        .map(
          (side) =>
            `M${(side * inner).toFixed(2)} ${y.toFixed(2)}H${(side * outer).toFixed(2)}v${h.toFixed(2)}H${(side * inner).toFixed(2)}Z`,
        )
        .join('')
    }
    default:
      return ''
  }
}
