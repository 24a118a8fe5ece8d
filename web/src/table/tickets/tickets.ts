/** The player's tickets: which may be kept, their order, and their marks on cities. */
import { topMarks, type CityMark, type MarkKind } from '../../board/marks'
import type { EditionData, Legal, Result, TicketReach } from '../../net/wire'

/** The move that keeps exactly these tickets; null while they can't be kept. */
export function keepMove(legal: Legal | null, chosen: ReadonlySet<number>): number | null {
  const found = legal?.keep.find(
    ([, tickets]) => tickets.length === chosen.size && tickets.every((ticket) => chosen.has(ticket)),
  )
  return found ? found[0] : null
}

/** The least number of tickets that must be kept. */
export function leastKept(legal: Legal | null): number {
  return legal?.keep.length ? Math.min(...legal.keep.map(([, tickets]) => tickets.length)) : 0
}

export interface HeldTicket {
  ticket: number
  points: number
  /** What it still lacks; null until the server has answered. */
  reach: TicketReach | null
}

/** Tickets as they are listed: open ones by points, the highest first, then impossible ones, then completed ones. */
export function sortTickets(
  edition: EditionData,
  tickets: readonly number[],
  reach: readonly TicketReach[],
): HeldTicket[] {
  const known = new Map(reach.map((each) => [each.ticket, each]))
  return tickets
    .map((ticket) => ({
      ticket,
      points: edition.tickets[ticket]?.points ?? 0,
      reach: known.get(ticket) ?? null,
    }))
    .toSorted((one, two) => place(one) - place(two) || two.points - one.points || one.ticket - two.ticket)
}

function place(held: HeldTicket): number {
  if (held.reach?.done) return 2
  return held.reach && !held.reach.possible ? 1 : 0
}

/** The outcome of a seat's tickets. */
export function ticketOutcomes(result: Pick<Result, 'tickets'>, seat: number): TicketReach[] {
  return result.tickets
    .filter((each) => each.seat === seat)
    .map(({ ticket, done, path }) => ({ ticket, done, possible: done, cards: 0, routes: [], pieces_short: 0, path }))
}

/** What is known of a ticket that was completed at an earlier moment. */
export function completedTicket(ticket: number): TicketReach {
  return { ticket, done: true, possible: true, cards: 0, routes: [], pieces_short: 0, path: [] }
}

/** The tickets that were open and are completed now; one that was not known before is not news. */
export function newlyDone(before: readonly TicketReach[], now: readonly TicketReach[]): number[] {
  const open = new Set(before.filter(({ done }) => !done).map(({ ticket }) => ticket))
  return now.filter(({ ticket, done }) => done && open.has(ticket)).map(({ ticket }) => ticket)
}

/** The marks of tickets on cities, one for each city. */
export function ticketMarks(
  edition: EditionData,
  held: readonly HeldTicket[],
  offer: readonly number[],
  chosen: ReadonlySet<number>,
): CityMark[] {
  const ends = (ticket: number, kind: MarkKind): CityMark[] => {
    const found = edition.tickets[ticket]
    return found ? [found.a, found.b].map((city) => ({ city, kind })) : []
  }
  const all = [
    ...held.flatMap(({ ticket, reach }) => ends(ticket, reach?.done ? 'done' : 'todo')),
    ...offer.flatMap((ticket) => ends(ticket, chosen.has(ticket) ? 'chosen' : 'offer')),
  ]
  return [...topMarks(all)].map(([city, kind]) => ({ city, kind }))
}
