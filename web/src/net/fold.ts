/** Applies an event to a view: every number is assigned from the event, none is computed. */
import type { EventPair, EventsFrame, View } from './wire'

const NONE = -1

/** A view, and the seats whose decision is due then, as the frames say. */
export interface Position extends View {
  due: number[]
}

/** The view after an event. The logs of the view, which only bots read, are left as they are. */
export function fold<V extends View>(view: V, event: EventPair): V {
  return { ...view, ...changes(view, event), status: event[1].status }
}

/** The events of a frame, each with the position after it; the seats due change with the last. */
export function foldFrame(
  start: Position,
  { events, due }: Pick<EventsFrame, 'events' | 'due'>,
): { event: EventPair; view: Position }[] {
  let view = start
  return events.map((event, at) => {
    view = fold(view, event)
    if (due && at === events.length - 1) view = { ...view, due }
    return { event, view }
  })
}

function changes(view: View, event: EventPair): Partial<View> {
  switch (event[0]) {
    case 'CardDrawn':
      return hand(view, event[1])
    case 'CardTaken':
      return { ...knownHand(view, event[1]), display: put(view.display, event[1].slot, NONE) }
    case 'CardTurnedUp':
      return { display: put(view.display, event[1].slot, event[1].card), unseen: event[1].unseen }
    case 'DisplayFlushed':
      return { display: event[1].display, discard: event[1].discard }
    case 'DeckReshuffled':
      return { unseen: event[1].deck, discard: event[1].discard }
    case 'TicketOffered': {
      const { seat, offered, offer } = event[1]
      return { offered: put(view.offered, seat, offered), offer: offer ?? view.offer }
    }
    case 'TicketsChosen': {
      const { seat, places } = event[1]
      return { chosen: put(view.chosen, seat, true), answer: places ?? view.answer }
    }
    case 'TicketsKept': {
      const { seat, held, tickets } = event[1]
      const own = tickets && { tickets: put(view.tickets, seat, tickets), offer: [] }
      return { held: put(view.held, seat, held), offered: put(view.offered, seat, 0), ...own }
    }
    case 'RouteClaimed': {
      const { seat, route, option, points, track, supply, discard, laid, turned } = event[1]
      return {
        ...knownHand(view, event[1]),
        owner: put(view.owner, route, seat),
        taken: put(view.taken, route, option),
        points: put(view.points, seat, points),
        track: put(view.track, seat, track),
        supply: put(view.supply, seat, supply),
        discard,
        laid,
        turned,
      }
    }
    case 'StationBuilt': {
      const { seat, city, supply, discard } = event[1]
      return {
        ...knownHand(view, event[1]),
        building: put(view.building, city, seat),
        supply: put(view.supply, seat, supply),
        discard,
      }
    }
    case 'TunnelBegun':
      return { ...knownHand(view, event[1]), laid: event[1].laid }
    case 'TunnelCardTurned':
      return { turned: event[1].turned, unseen: event[1].unseen }
    case 'TunnelRefused': {
      const { discard, laid, turned } = event[1]
      return { ...knownHand(view, event[1]), discard, laid, turned }
    }
    case 'CardsPicked':
      return { laid: event[1].laid }
    case 'GameEnded':
      return { hands: event[1].hands, tickets: event[1].tickets }
    default:
      return {}
  }
}

/** A copy of the list with one item replaced. */
function put<T>(list: T[], at: number, value: T): T[] {
  return list.with(at, value)
}

function hand(view: View, event: { seat: number; hand_size: number; hand: number[] | null }): Partial<View> {
  const sizes = { hand_sizes: put(view.hand_sizes, event.seat, event.hand_size) }
  return event.hand ? { ...sizes, hands: put(view.hands, event.seat, event.hand) } : sizes
}

function knownHand(
  view: View,
  event: { seat: number; hand_size: number; hand: number[] | null; known: number[] },
): Partial<View> {
  return { ...hand(view, event), known: put(view.known, event.seat, event.known) }
}
