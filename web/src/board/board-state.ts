/** What a board shows. */

import type { EditionData } from '../net/wire'
import type { Drawing } from './geometry/drawing'
import type { MarkOf } from './marks'

/** A tunnel while nobody knows yet whether it will be had. */
export interface Trial {
  route: number
  seat: number
  /** The colours of the cards turned up, and whether each costs one more. */
  turned: { color: string; match: boolean }[]
}

export interface Shown {
  edition: EditionData
  drawing: Drawing
  /** Land and water, as an SVG fragment in the units of the drawing. */
  ground: string | null
  /** Who has each route, a seat or -1, and by which way. */
  owner: number[]
  taken: number[]
  /** Who built in each city, a seat or -1. */
  building: number[]
  claimable: Set<number>
  buildable: Set<number>
  /** Halves of doubles that nobody may take any more. */
  closed: Set<number>
  chosen: number | null
  /** Pieces that would lie there. */
  preview: { route: number; seat: number } | null
  /** What to look at: all else is dimmed. */
  lit: { cities: number[]; routes: number[] }
  marks: MarkOf[]
  /** A route that was laid down for and waits for an answer. */
  trial: Trial | null
  /** Routes that have just been claimed. */
  last: number[]
  /** The players' names, to speak of owners. */
  players: string[]
}
