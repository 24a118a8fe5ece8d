/** The reveal of all tickets at the end: order, pace and running totals. */
import type { EditionData, Result, TicketResult } from '../../net/wire'

export interface RevealedTicket extends TicketResult {
  /** Points that it adds or costs. */
  points: number
}

/** The player in last place begins; each player's failed tickets come first, the most valuable completed one last. */
export function revealOrder(
  edition: Pick<EditionData, 'tickets'>,
  result: Pick<Result, 'tickets' | 'ranks'>,
): RevealedTicket[] {
  return result.tickets
    .map((each) => ({ ...each, points: (each.done ? 1 : -1) * (edition.tickets[each.ticket]?.points ?? 0) }))
    .toSorted(
      (one, two) => result.ranks[two.seat] - result.ranks[one.seat] || one.seat - two.seat || order(one) - order(two),
    )
}

const order = ({ done, points }: RevealedTicket): number => (done ? 1000 : 0) + Math.abs(points)

/** The points of each seat with these tickets. */
export function runningTotals(points: readonly number[], turned: readonly RevealedTicket[]): number[] {
  return points.map((start, seat) =>
    turned.reduce((sum, each) => (each.seat === seat ? sum + each.points : sum), start),
  )
}

const EACH = 1700
const ALL = 30_000

/** Milliseconds per ticket at normal speed: many tickets are revealed faster. */
export function revealPace(tickets: number): number {
  return Math.min(EACH, ALL / Math.max(1, tickets))
}
