/** Statistics of a finished game: what each seat did, counted from the events that counted. */
import type { Step } from '../../net/step-cursor.svelte'
import type { EditionData, Result } from '../../net/wire'

export interface SeatStatistics {
  turns: number
  /** Cards drawn from the deck and taken from the display. */
  cards: number
  /** How many of them came from the deck. */
  blind: number
  /** Wild cards that were played. */
  wilds: number
  routes: number
  /** The length of the longest route claimed. */
  longest: number
  stations: number
  tickets: number
  completed: number
}

export function statistics(
  edition: Pick<EditionData, 'routes'>,
  steps: readonly Pick<Step, 'event'>[],
  { tickets, totals }: Pick<Result, 'tickets' | 'totals'>,
): SeatStatistics[] {
  const all = totals.map((_, seat): SeatStatistics => {
    const own = tickets.filter((each) => each.seat === seat)
    const completed = own.filter((each) => each.done).length
    const nothing = { turns: 0, cards: 0, blind: 0, wilds: 0, routes: 0, longest: 0, stations: 0 }
    return { ...nothing, tickets: own.length, completed }
  })
  for (const { event } of steps) {
    switch (event[0]) {
      case 'TurnBegan':
        all[event[1].seat].turns += 1
        break
      case 'CardDrawn':
        if (event[1].dealt) break
        all[event[1].seat].cards += 1
        all[event[1].seat].blind += 1
        break
      case 'CardTaken':
        all[event[1].seat].cards += 1
        break
      case 'RouteClaimed': {
        const own = all[event[1].seat]
        own.routes += 1
        own.wilds += event[1].cards[0]
        own.longest = Math.max(own.longest, edition.routes[event[1].route]?.length ?? 0)
        break
      }
      case 'StationBuilt':
        all[event[1].seat].stations += 1
        all[event[1].seat].wilds += event[1].cards[0]
    }
  }
  return all
}

/** The points of all seats at the start and after each turn; awards at the end are not among them. */
export function pointsByTurn(steps: readonly Pick<Step, 'event' | 'view'>[], seats: number): number[][] {
  const turns: number[][] = []
  let points = new Array<number>(seats).fill(0)
  for (const { event, view } of steps) {
    if (event[0] === 'TurnBegan') turns.push(points)
    points = view.points
  }
  return [...turns, points]
}
