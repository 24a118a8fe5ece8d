/** The tickets at the end, turned over one by one. */
import type { EditionData, Result, TicketResult } from '../../net/wire'

export interface Turned extends TicketResult {
  /** What it adds, or costs. */
  points: number
}

/** Whoever came last begins; of each player first what failed, then what was done, the dearest at the end. */
export function turning(edition: Pick<EditionData, 'tickets'>, result: Pick<Result, 'tickets' | 'ranks'>): Turned[] {
  return result.tickets
    .map((each) => ({ ...each, points: (each.done ? 1 : -1) * (edition.tickets[each.ticket]?.points ?? 0) }))
    .toSorted(
      (one, two) => result.ranks[two.seat] - result.ranks[one.seat] || one.seat - two.seat || order(one) - order(two),
    )
}

const order = ({ done, points }: Turned): number => (done ? 1000 : 0) + Math.abs(points)

/** The points of each seat with these tickets. */
export function tally(points: readonly number[], turned: readonly Turned[]): number[] {
  return points.map((start, seat) =>
    turned.reduce((sum, each) => (each.seat === seat ? sum + each.points : sum), start),
  )
}

const EACH = 1700
const ALL = 30_000

/** Milliseconds for each of so many tickets, at normal speed: long tables are counted faster. */
export function pace(tickets: number): number {
  return Math.min(EACH, ALL / Math.max(1, tickets))
}
