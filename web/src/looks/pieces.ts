/**
 * Pieces around the middle of a space of `length` × `thick`, from the side or from above.
 *
 * A piece is drawn for the size of its space: a short space has a short wagon, not a squeezed one.
 */

import * as side from './side-views'
import * as top from './top-views'

export type PieceName = 'train' | 'taxi' | 'tram' | 'subway' | 'station' | 'bullet'

/** Position of a car in a bullet train: the ends have a nose. */
export type CarPosition = 'only' | 'first' | 'middle' | 'last'

export type View = 'side' | 'top'

export interface Piece {
  /** Outline of the whole piece, in the player's colour. */
  body: string
  /** The part that the light falls on. */
  roof: string
  glass: string
  /** Wheels and frame. */
  dark: string
  /** A stripe in the edge's colour. */
  stripe: string
  /** The middle and half the size of the player's mark. */
  mark: { x: number; y: number; size: number }
  /** Where the player's pattern is painted, at the right end and mirrored at the left; null for none. */
  ends: Ends | null
}

export interface Ends {
  inner: number
  outer: number
  top: number
  bottom: number
}

/** A route that stands steeper than this shows its pieces from above. */
const STEEP = 35

/** How the pieces of a route are seen that rises by `angle` degrees at its middle, between -90 and 90. */
export const viewOf = (angle: number): View => (Math.abs(angle) > STEEP ? 'top' : 'side')

/** Bullet trains have no owner: they have colours of their own, and the mark of the player who built them. */
export const hasOwnColors = (name: string): boolean => name === 'bullet'

/** A piece for a space. An unknown one looks like a wagon; a station is a building and always seen from the side. */
export function pieceOf(
  name: string,
  length: number,
  thick: number,
  place: CarPosition = 'only',
  view: View = 'side',
): Piece {
  const from = view === 'side' ? side : top
  switch (name) {
    case 'taxi':
      return from.taxi(length, thick)
    case 'tram':
      return from.tram(length, thick)
    case 'subway':
      return from.subway(length, thick)
    case 'bullet':
      return from.bullet(length, thick, place)
    case 'station':
      return side.station(Math.min(length, thick))
    default:
      return from.train(length, thick)
  }
}
