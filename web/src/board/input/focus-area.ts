/** The part of a board to show first, where not all of it can be seen well. */

import type { Extent } from '../geometry/camera'
import type { BoardState } from '../board-state'
import type { Stops } from './stops'

/** A tunnel that is tried, or the cities of open tickets, or else the routes claimed last. */
export function focusArea(
  stops: Stops,
  { attempt, marks, last }: Pick<BoardState, 'attempt' | 'marks' | 'last'>,
): Extent | null {
  if (attempt) return stops.extent([attempt.route])
  const open = marks.filter(({ kind }) => kind !== 'done').map(({ city }) => city)
  return open.length > 0 ? stops.extent([], open) : stops.extent(last)
}
