/** The reveal at the end: tickets one by one, then each award, then the winner, with running totals and pace. */
import type { CountItem, EditionData, Result } from '../../net/wire'

export type Stage =
  | { type: 'borrowed'; seat: number; city: number; route: number }
  | { type: 'ticket'; seat: number; ticket: number; done: boolean; path: number[]; points: number }
  | {
      type: 'award'
      award: string
      words: string
      /** What each seat gains, and what was counted for it. */
      gains: number[]
      counts: number[]
      routes: number[]
      cities: number[]
    }
  | { type: 'winner' }

type Counted = Pick<Result, 'rows' | 'tickets' | 'ranks' | 'longest' | 'stations'>

/** Awards whose points come ticket by ticket. */
const TICKETS = 'tickets'

/**
 * The player in last place begins: the routes that stations borrow, tickets that failed, then completed ones, the most
 * valuable last. Awards follow in the order of the rules; one that gives nobody anything is left out.
 */
export function revealStages(edition: Pick<EditionData, 'tickets'>, result: Counted): Stage[] {
  const lastFirst = [...result.ranks.keys()].toSorted((one, two) => result.ranks[two] - result.ranks[one] || one - two)
  const tickets = lastFirst.flatMap((seat) => [...borrowed(result, seat), ...ticketsOf(edition, result, seat)])
  const awards = result.rows
    .slice(1)
    .filter((row) => row.award !== TICKETS && row.points.some((points) => points !== 0))
  return [...tickets, ...awards.map((row) => award(result, row)), { type: 'winner' }]
}

function borrowed(result: Counted, seat: number): Stage[] {
  return result.stations.flatMap(({ seat: owner, city, route }) =>
    owner === seat && route !== null ? [{ type: 'borrowed', seat, city, route }] : [],
  )
}

function ticketsOf(edition: Pick<EditionData, 'tickets'>, result: Counted, seat: number): Stage[] {
  const order = (done: boolean, points: number) => (done ? 1000 : 0) + Math.abs(points)
  return result.tickets
    .filter((each) => each.seat === seat)
    .map((each) => ({
      type: 'ticket' as const,
      ...each,
      points: (each.done ? 1 : -1) * (edition.tickets[each.ticket]?.points ?? 0),
    }))
    .toSorted((one, two) => order(one.done, one.points) - order(two.done, two.points))
}

function award(result: Counted, row: Counted['rows'][number]): Stage {
  const paid = (seat: number) => row.points[seat] !== 0
  const items = row.items.flatMap((own, seat) => (paid(seat) ? own : []))
  const isPath = items.some((item) => item.type === 'path')
  return {
    type: 'award',
    award: row.award,
    words: row.words,
    gains: row.points,
    counts: row.items.map(countOf),
    routes: isPath ? result.longest.filter(({ seat }) => paid(seat)).flatMap(({ routes }) => routes) : [],
    // Several players may have reached the same city: the board highlights it once.
    cities: [...new Set(items.filter((item) => item.type === 'city').map((item) => item.of))],
  }
}

/** What was counted for a seat: the number of its items, or the number that its only one has. */
function countOf(items: readonly CountItem[]): number {
  const [first] = items
  return first && first.type !== 'city' && first.type !== 'award' ? first.of : items.length
}

/** The points of each seat after some stages; routes are counted from the start. */
export function totalsAfter(result: Pick<Result, 'rows'>, stages: readonly Stage[]): number[] {
  return result.rows[0].points.map((start, seat) =>
    stages.reduce((sum, stage) => {
      if (stage.type === 'ticket') return stage.seat === seat ? sum + stage.points : sum
      return stage.type === 'award' ? sum + stage.gains[seat] : sum
    }, start),
  )
}

const TICKET = 1700
const ALL_TICKETS = 30_000
const AWARD = 3200

/** Milliseconds for a stage at normal speed: many tickets are revealed faster. */
export function stagePace(stages: readonly Stage[], at: number): number {
  if (stages[at]?.type !== 'ticket') return AWARD
  return Math.min(TICKET, ALL_TICKETS / stages.filter(({ type }) => type === 'ticket').length)
}
