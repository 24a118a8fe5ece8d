/** All that happened at a table, line by line, with the view after each: for the log and for stepping back. */
import { fold } from '../../net/fold'
import type { ChatFrame, EditionData, EventPair, History, View } from '../../net/wire'
import { narrate, type Line, type Told } from './narrate'

export type Entry =
  | { is: 'line'; id: string; version: number; moment: number; line: Line }
  | { is: 'undone'; id: string; version: number; moment: number }
  | { is: 'chat'; id: string; version: number; chat: ChatFrame }

export interface Chronicle {
  entries: Entry[]
  /** The views that can be stepped through, in order; an entry names the one after it. */
  moments: View[]
  view: View
  version: number
}

export function begin(view: View, version = -1): Chronicle {
  return { entries: [], moments: [view], view, version }
}

/** The chronicle with one more move. What it knows already is passed over, so that moves may come twice. */
export function extend(edition: EditionData, told: Chronicle, version: number, steps: readonly Told[]): Chronicle {
  if (version <= told.version || steps.length === 0) return told
  const moments = [...told.moments]
  const end = steps[steps.length - 1].view
  const entries = narrate(edition, told.view, steps).map((line, at): Entry => {
    const moment = moments.push(line.view) - 1
    return { is: 'line', id: `${version}.${at}`, version, moment, line }
  })
  // What follows the last line, such as the display being filled, belongs to it.
  if (entries.length > 0) moments[moments.length - 1] = end
  return { entries: [...told.entries, ...entries], moments, view: end, version }
}

/** The chronicle after moves were taken back: this view counts from now on. */
export function undo(told: Chronicle, version: number, view: View): Chronicle {
  const moments = [...told.moments, view]
  const entry: Entry = { is: 'undone', id: `${version}`, version, moment: moments.length - 1 }
  return { entries: [...told.entries, entry], moments, view, version }
}

/** The chronicle of a whole history, which may begin with the table as it was dealt. */
export function recall(edition: EditionData, history: History, viewer: number | null): Chronicle {
  let told = begin(blank(edition, history.seats, viewer))
  for (const frame of history.frames) {
    if (frame.type === 'events') told = extend(edition, told, frame.version, steps(told.view, frame.events))
    else if (frame.type === 'view')
      told = told.version < 0 ? begin(frame.view, frame.version) : undo(told, frame.version, frame.view)
  }
  return told
}

/** Events with the views after them. */
export function steps(start: View, events: readonly EventPair[]): Told[] {
  let view = start
  return events.map((event) => {
    view = fold(view, event)
    return { event, view }
  })
}

/** Lines and what people said, in the order in which they came. */
export function withChat(entries: readonly Entry[], chat: readonly ChatFrame[]): Entry[] {
  const said = chat.map((each): Entry => ({
    is: 'chat',
    id: `chat ${each.version}`,
    version: each.version,
    chat: each,
  }))
  return [...entries, ...said].toSorted((one, two) => one.version - two.version)
}

/** A view of a table where nothing has happened yet. */
export function blank(edition: EditionData, seats: number, viewer: number | null): View {
  const each = <T>(value: () => T): T[] => Array.from({ length: seats }, value)
  const kinds = edition.colors.length + 1
  const zeros = () => new Array<number>(kinds).fill(0)
  return {
    viewer,
    seats,
    status: {
      phase: 0,
      seat: 0,
      first: -1,
      owes: 0,
      then: 0,
      turns_left: 0,
      ending: 0,
      passes: 0,
      decks: 0,
      deck_left: 0,
      pool: edition.pool,
      pile_left: 0,
      group_left: 0,
      tail_left: 0,
      wanted: 0,
      way: 0,
      color: 0,
      due: 0,
      swaps: 0,
    },
    display: new Array<number>(edition.face_up).fill(-1),
    discard: zeros(),
    unseen: zeros(),
    hand_sizes: each(() => 0),
    known: each(zeros),
    supply: each(() => edition.piece_order.map((piece) => edition.pieces[piece] ?? 0)),
    points: each(() => 0),
    track: each(() => 0),
    owner: edition.routes.map(() => -1),
    taken: edition.routes.map(() => -1),
    building: edition.cities.map(() => -1),
    laid: zeros(),
    turned: zeros(),
    offered: each(() => 0),
    chosen: each(() => false),
    held: each(() => 0),
    hands: each(() => null),
    tickets: each(() => null),
    offer: [],
    answer: -1,
  }
}

/** Where a step leads: to a moment, or to null, which is now. */
export function step(moments: number, at: number | null, by: 'back' | 'on' | 'first' | 'now'): number | null {
  const now = moments - 1
  if (by === 'now') return null
  if (by === 'first') return now > 0 ? 0 : null
  const to = (at ?? now) + (by === 'back' ? -1 : 1)
  return to >= now ? null : Math.max(0, to)
}

/** The routes claimed since a seat last did something: what it should look at first. */
export function newRoutes(told: Chronicle, seat: number | null): number[] {
  const claims: number[] = []
  for (const entry of told.entries.toReversed()) {
    if (entry.is !== 'line') continue
    if (seat !== null && entry.line.seat === seat) break
    const route = entry.line.values.route
    const claimed = entry.line.key.startsWith('log.claimed') || entry.line.key.startsWith('log.bullet')
    if (claimed && typeof route === 'object' && route.is === 'route') claims.push(route.route)
    if (seat === null && claims.length > 0) break
  }
  return claims
}
