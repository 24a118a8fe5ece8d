/** Everything that a board shows. */

import type { Drawing, EditionData } from '../net/wire'
import type { CityMark } from './marks'

/** A tunnel that is being tried. */
export interface TunnelAttempt {
  route: number
  option: number
  seat: number
  /** The colours of the cards turned up, and whether each costs one more. */
  turned: { color: string; match: boolean }[]
}

export interface BoardState {
  edition: EditionData
  drawing: Drawing
  /** Land and water, as an SVG fragment in the units of the drawing. */
  ground: string | null
  /** The owner of each route, a seat or -1, and its claim option. */
  owner: number[]
  taken: number[]
  /** The seat that built in each city, or -1. */
  building: number[]
  claimable: Set<number>
  buildable: Set<number>
  /** Something is being chosen: routes that can't be claimed with it step back. */
  choosing: boolean
  /** Routes that the viewer's tickets still need. */
  ways: Set<number>
  /** Tracks of double routes that can't be claimed any more. */
  closed: Set<number>
  chosen: number | null
  /** A route shown with the pieces it would get. */
  preview: { route: number; option: number; seat: number } | null
  /** Highlighted cities and routes: all else is dimmed. */
  highlighted: { cities: number[]; routes: number[] }
  marks: CityMark[]
  /** The tunnel that waits for an answer. */
  attempt: TunnelAttempt | null
  /** Routes that have just been claimed, the newest last, and cities that were built in. */
  last: number[]
  built: number[]
  /** The players' names, for labels. */
  players: string[]
  /** The points of each seat, for the markers on the score track. */
  scores: number[]
  /** How far each seat's marker has moved on the bullet track. */
  steps: number[]
}
