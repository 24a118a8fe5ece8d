/** The animation of each event: what flies from where to where, and how long it takes. */
import { spread } from '../../net/counts'
import { PHASE, type EditionData, type EventPair, type View } from '../../net/wire'

/** A place on the screen, by the name in its `data-place`. */
export type ScreenPlace = string

export interface Flight {
  from: ScreenPlace
  to: ScreenPlace
  /** A card by kind, null for a hidden one, or a ticket. */
  what: { type: 'card'; kind: number | null } | { type: 'ticket' }
  /** Milliseconds after the event. */
  delay: number
}

export interface Motion {
  flights: Flight[]
  /** Milliseconds until the next event is shown. */
  lasts: number
  /** The change is shown when the flight has landed, not when it starts. */
  lands: boolean
  /** Milliseconds before the change, to see what lies there. */
  pause: number
}

export const SPEEDS = { off: 0, fast: 0.45, normal: 1, slow: 1.8 } as const

const FLIGHT = 520
const STILL: Motion = { flights: [], lasts: 0, lands: false, pause: 0 }

function seatPlace(view: View, seat: number): ScreenPlace {
  return seat === view.viewer ? 'hand' : `seat:${seat}`
}

/** The animation of an event at normal speed. `view` is the view before it. */
export function motion(edition: EditionData, view: View, event: EventPair): Motion {
  switch (event[0]) {
    case 'CardTaken': {
      const { seat, slot, card } = event[1]
      return fly(`slot:${slot}`, seatPlace(view, seat), { type: 'card', kind: card }, FLIGHT)
    }
    case 'CardDrawn': {
      const { seat, dealt, card } = event[1]
      return dealt ? STILL : landing(fly('deck', seatPlace(view, seat), { type: 'card', kind: card }, FLIGHT))
    }
    case 'CardTurnedUp':
      // During setup the whole display appears at once.
      return view.status.phase === PHASE.setup
        ? STILL
        : landing(fly('deck', `slot:${event[1].slot}`, { type: 'card', kind: event[1].card }, FLIGHT * 0.6))
    case 'TicketOffered':
      return view.status.phase === PHASE.setup || view.status.phase === PHASE.opening
        ? STILL
        : fly('tickets', seatPlace(view, event[1].seat), { type: 'ticket' }, FLIGHT * 0.5)
    case 'TunnelBegun':
      return rest(700, payment(view, event[1].seat, event[1].cards, 'laid'))
    case 'TunnelCardTurned':
      return landing(fly('deck', 'turned', { type: 'card', kind: event[1].card }, FLIGHT))
    case 'TopUpDue':
      return rest(600)
    case 'RouteClaimed': {
      // The board places the pieces, one by one.
      const { seat, route, cards } = event[1]
      const spaces = edition.routes[route]?.spaces ?? 1
      // The cards of a tunnel that costs no more stay visible for a while.
      const pause = view.turned.some((count) => count > 0) ? 1600 : 0
      return { ...rest(700 + 110 * spaces, payment(view, seat, cards, `route:${route}`)), pause }
    }
    case 'StationBuilt':
      return rest(900, payment(view, event[1].seat, event[1].cards, `city:${event[1].city}`))
    case 'DisplayFlushed':
      return { ...rest(700, view.display.flatMap(flushed)), pause: 900 }
    case 'TunnelRefused':
    case 'DeckReshuffled':
    case 'LastRoundBegan':
      return rest(700)
    default:
      return STILL
  }
}

function fly(from: ScreenPlace, to: ScreenPlace, what: Flight['what'], lasts: number): Motion {
  return rest(lasts, [{ from, to, what, delay: 0 }])
}

function rest(lasts: number, flights: Flight[] = []): Motion {
  return { flights, lasts, lands: false, pause: 0 }
}

function landing(of: Motion): Motion {
  return { ...of, lands: true }
}

function flushed(kind: number, slot: number): Flight[] {
  return kind < 0 ? [] : [{ from: `slot:${slot}`, to: 'deck', what: { type: 'card', kind }, delay: 40 * slot }]
}

/** The cards of a payment in flight; those for a tunnel lie on the table already. */
function payment(view: View, seat: number, cards: number[], to: ScreenPlace): Flight[] {
  const from = view.laid.some((count) => count > 0) && to !== 'laid' ? 'laid' : seatPlace(view, seat)
  const each = spread(cards)
  return each.map((kind, n) => ({ from, to, what: { type: 'card', kind }, delay: 60 * n }))
}
