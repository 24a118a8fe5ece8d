/** Several seats at one screen. */
import type { View } from '../net/wire'
import { dueSeats } from './game-status'

/** The seat of one's own that is awaited: the one looked as, if it is among them; null while others are. */
export function nextSeat(view: View, mine: readonly number[], seat: number | null): number | null {
  const due = dueSeats(view).filter((each) => mine.includes(each))
  if (due.length === 0) return null
  return seat !== null && due.includes(seat) ? seat : due[0]
}
