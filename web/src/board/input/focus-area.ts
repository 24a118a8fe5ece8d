/** Which part of a board matters most, where not all of it can be seen well. */

import type { Extent } from '../geometry/camera'
import type { Shown } from '../board-state'
import type { Stops } from './stops'

/** What is decided now, or where one's tickets lead, or else where something has happened. */
export function matters(stops: Stops, { trial, marks, last }: Pick<Shown, 'trial' | 'marks' | 'last'>): Extent | null {
  if (trial) return stops.extent([trial.route])
  const open = marks.filter(({ kind }) => kind !== 'done').map(({ city }) => city)
  return open.length > 0 ? stops.extent([], open) : stops.extent(last)
}
