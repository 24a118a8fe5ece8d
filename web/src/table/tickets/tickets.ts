/** One's tickets: which may be kept, which are done, and where their cities are marked. */
import type { EditionData, Legal, Result, TicketReach } from '../../net/wire'

export interface Mark {
  city: number
  kind: 'todo' | 'offer' | 'chosen' | 'done'
}

/** The move that keeps exactly these tickets; null while they can't be kept. */
export function keepMove(legal: Legal | null, chosen: ReadonlySet<number>): number | null {
  const found = legal?.keep.find(
    ([, tickets]) => tickets.length === chosen.size && tickets.every((ticket) => chosen.has(ticket)),
  )
  return found ? found[0] : null
}

/** How many tickets must be kept at the least. */
export function leastKept(legal: Legal | null): number {
  return legal?.keep.length ? Math.min(...legal.keep.map(([, tickets]) => tickets.length)) : 0
}

export interface Held {
  ticket: number
  points: number
  /** What it still lacks; null until the server has told. */
  reach: TicketReach | null
}

/** Tickets as they are listed: open ones by points, the highest first, then those that can't be done any more. */
export function sorted(edition: EditionData, tickets: readonly number[], reach: readonly TicketReach[]): Held[] {
  const told = new Map(reach.map((each) => [each.ticket, each]))
  return tickets
    .map((ticket) => ({
      ticket,
      points: edition.tickets[ticket]?.points ?? 0,
      reach: told.get(ticket) ?? null,
    }))
    .toSorted((one, two) => place(one) - place(two) || two.points - one.points || one.ticket - two.ticket)
}

function place(held: Held): number {
  if (held.reach?.done) return 2
  return held.reach && !held.reach.possible ? 1 : 0
}

/** What came of a seat's tickets. */
export function ended(result: Pick<Result, 'tickets'>, seat: number): TicketReach[] {
  return result.tickets
    .filter((each) => each.seat === seat)
    .map(({ ticket, done, path }) => ({ ticket, done, possible: done, cards: 0, routes: path, pieces_short: 0 }))
}

/** The tickets that were open and are done now; one that is heard of for the first time is not news. */
export function newlyDone(before: readonly TicketReach[], now: readonly TicketReach[]): number[] {
  const open = new Set(before.filter(({ done }) => !done).map(({ ticket }) => ticket))
  return now.filter(({ ticket, done }) => done && open.has(ticket)).map(({ ticket }) => ticket)
}

/** The marks that cities carry: where several speak of one city, what is being chosen goes before what is open. */
export function marks(
  edition: EditionData,
  held: readonly Held[],
  offer: readonly number[],
  chosen: ReadonlySet<number>,
): Mark[] {
  const found = new Map<number, Mark['kind']>()
  const put = (ticket: number, kind: Mark['kind']) => {
    const ends = edition.tickets[ticket]
    if (!ends) return
    for (const city of [ends.a, ends.b]) {
      const there = found.get(city)
      if (there === undefined || ORDER.indexOf(kind) < ORDER.indexOf(there)) found.set(city, kind)
    }
  }
  for (const each of held) put(each.ticket, each.reach?.done ? 'done' : 'todo')
  for (const ticket of offer) put(ticket, chosen.has(ticket) ? 'chosen' : 'offer')
  return [...found.entries()].map(([city, kind]) => ({ city, kind }))
}

const ORDER: readonly Mark['kind'][] = ['chosen', 'offer', 'todo', 'done']
