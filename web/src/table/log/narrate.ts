/** Events as sentences for the log. */
import { kindsOf, none, withOne } from '../../net/counts'
import type { Position } from '../../net/fold'
import type { EditionData, EventFields, EventPair, View } from '../../net/wire'
import type { RichSentence, Value } from './rich-text'

/** A sentence of the log, and the view after it. */
export interface Narration extends RichSentence {
  /** The acting seat; null for the table itself. */
  seat: number | null
  /** A side note, in small print. */
  aside: boolean
  view: Position
}

/** An event, and the view after it. */
export interface EventView {
  event: EventPair
  view: Position
}

/** The sentences for the events of one move, which follow this view. */
export function narrate(edition: EditionData, start: Position, steps: readonly EventView[]): Narration[] {
  const lines: Narration[] = []
  let before = start
  let turned = none(kindsOf(edition))
  for (const { event, view } of steps) {
    if (event[0] === 'TunnelCardTurned') {
      turned = withOne(turned, event[1].card)
      before = view
      continue
    }
    if (turned.some((count) => count > 0)) {
      const free = event[0] === 'RouteClaimed'
      lines.push(line(free ? 'log.free' : 'log.turned', { cards: { type: 'cards', counts: turned } }, null, before))
      turned = none(kindsOf(edition))
    }
    const sentence = about(before, event)
    if (sentence) lines.push({ ...sentence, view })
    before = view
  }
  return lines
}

function line(key: string, values: Record<string, Value>, seat: number | null, view: Position): Narration {
  return { key, values, seat, aside: seat === null, view }
}

type Sentence = Omit<Narration, 'view'>

function about(before: View, event: EventPair): Sentence | null {
  const does = (seat: number, key: string, values: Record<string, Value> = {}): Sentence => ({
    key: seat === before.viewer ? `${key}.you` : key,
    values: { who: { type: 'player', seat }, ...values },
    seat,
    aside: false,
  })
  const table = (key: string, values: Record<string, Value> = {}): Sentence => ({
    key,
    values,
    seat: null,
    aside: true,
  })
  switch (event[0]) {
    case 'FirstSeatDrawn':
      return does(event[1].seat, 'log.begins')
    case 'CardDrawn': {
      const { seat, dealt, card } = event[1]
      if (dealt) return null
      return card === null ? does(seat, 'log.drew') : does(seat, 'log.drew', { card: { type: 'card', kind: card } })
    }
    case 'CardTaken':
      return does(event[1].seat, 'log.took', { card: { type: 'card', kind: event[1].card } })
    case 'PileReached':
      return event[1].tickets ? does(event[1].seat, 'log.tickets') : null
    case 'TicketsChosen':
      return does(event[1].seat, 'log.chose')
    case 'TicketsKept':
      return kept(before, event[1], does)
    case 'RouteClaimed': {
      const { seat, route, cards, points, track } = event[1]
      const values: Record<string, Value> = {
        route: { type: 'route', route },
        cards: { type: 'cards', counts: cards },
        points: points - before.points[seat],
        track,
      }
      return does(seat, track > before.track[seat] ? 'log.bullet' : 'log.claimed', values)
    }
    case 'StationBuilt': {
      const { seat, city, cards } = event[1]
      return does(seat, 'log.built', {
        city: { type: 'city', city },
        cards: { type: 'cards', counts: cards },
      })
    }
    case 'TunnelBegun': {
      const { seat, route, cards } = event[1]
      return does(seat, 'log.tunnel', {
        route: { type: 'route', route },
        cards: { type: 'cards', counts: cards },
      })
    }
    case 'TopUpDue':
      return table('log.due', { count: event[1].count })
    case 'TunnelRefused':
      return does(event[1].seat, 'log.refused', { route: { type: 'route', route: event[1].route } })
    case 'Passed':
      return does(event[1].seat, 'log.passed')
    case 'LastRoundBegan':
      return does(event[1].seat, 'log.last')
    case 'DisplayFlushed':
      return table('log.flushed')
    case 'DisplayStood':
      return table('log.stood')
    case 'DeckReshuffled':
      return table('log.reshuffled', { count: event[1].deck.reduce((sum, count) => sum + count, 0) })
    case 'GameEnded':
      return table('log.over')
    default:
      return null
  }
}

/** The viewer's own tickets by name, of others only how many. */
function kept(
  before: View,
  event: EventFields['TicketsKept'],
  does: (seat: number, key: string, values?: Record<string, Value>) => Sentence,
): Sentence {
  const { seat, count, returned, places } = event
  const numbers = { count, of: count + returned }
  if (places === null || seat !== before.viewer) return does(seat, 'log.kept', numbers)
  const tickets = before.offer.filter((_, at) => Math.floor(places / 2 ** at) % 2 === 1)
  return does(seat, 'log.kept', { ...numbers, tickets: { type: 'tickets', tickets } })
}
