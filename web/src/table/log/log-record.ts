/** The record of a game for log and replay: entries, and the view after each. */
import { foldFrame, type Position } from '../../net/fold'
import type { ChatFrame, EditionData, History } from '../../net/wire'
import { narrate, type Narration, type EventView } from './narrate'

export type LogEntry =
  | { type: 'line'; id: string; version: number; moment: number; line: Narration }
  | { type: 'undone'; id: string; version: number; moment: number }
  | { type: 'chat'; id: string; version: number; chat: ChatFrame }

export interface LogRecord {
  entries: LogEntry[]
  /** The views that can be replayed, in order; an entry names the one after it. */
  moments: Position[]
  view: Position
  version: number
}

export function emptyRecord(view: Position, version = -1): LogRecord {
  return { entries: [], moments: [view], view, version }
}

/** The record with one more move; a version that it has already is ignored. */
export function extendRecord(
  edition: EditionData,
  record: LogRecord,
  version: number,
  steps: readonly EventView[],
): LogRecord {
  if (version <= record.version || steps.length === 0) return record
  const moments = [...record.moments]
  const end = steps[steps.length - 1].view
  const entries = narrate(edition, record.view, steps).map((line, at): LogEntry => {
    const moment = moments.push(line.view) - 1
    return { type: 'line', id: `${version}.${at}`, version, moment, line }
  })
  // What follows the last entry, such as the refill of the display, belongs to it.
  if (entries.length > 0) moments[moments.length - 1] = end
  return { entries: [...record.entries, ...entries], moments, view: end, version }
}

/** The record after an undo: this view counts from now on. */
export function undoRecord(record: LogRecord, version: number, view: Position): LogRecord {
  const moments = [...record.moments, view]
  const entry: LogEntry = { type: 'undone', id: `${version}`, version, moment: moments.length - 1 }
  return { entries: [...record.entries, entry], moments, view, version }
}

/** The record of a whole history, which may begin with a view of the dealt table. */
export function recordOf(edition: EditionData, history: History, viewer: number | null): LogRecord {
  let record = emptyRecord(blankView(edition, history.seats, viewer))
  for (const frame of history.frames) {
    if (frame.type === 'events') record = extendRecord(edition, record, frame.version, foldFrame(record.view, frame))
    else if (frame.type === 'view') {
      const view = { ...frame.view, due: frame.due }
      record = record.version < 0 ? emptyRecord(view, frame.version) : undoRecord(record, frame.version, view)
    }
  }
  return record
}

/** Entries and chat messages, in order. */
export function withChat(entries: readonly LogEntry[], chat: readonly ChatFrame[]): LogEntry[] {
  const messages = chat.map((each): LogEntry => ({
    type: 'chat',
    id: `chat ${each.version}`,
    version: each.version,
    chat: each,
  }))
  return [...entries, ...messages].toSorted((one, two) => one.version - two.version)
}

/** The view before the first event. */
export function blankView(edition: EditionData, seats: number, viewer: number | null): Position {
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
      option: 0,
      color: 0,
      due: 0,
      stand_ins: 0,
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
    due: [],
  }
}

/** The moment after a step of the replay; null is now. */
export function replayStep(moments: number, at: number | null, by: 'back' | 'on' | 'first' | 'now'): number | null {
  const now = moments - 1
  if (by === 'now') return null
  if (by === 'first') return now > 0 ? 0 : null
  const to = (at ?? now) + (by === 'back' ? -1 : 1)
  return to >= now ? null : Math.max(0, to)
}

/** The routes claimed since a seat's last action: what its player should see first. */
export function newRoutes(record: LogRecord, seat: number | null): number[] {
  const claims: number[] = []
  for (const entry of record.entries.toReversed()) {
    if (entry.type !== 'line') continue
    if (seat !== null && entry.line.seat === seat) break
    const route = entry.line.values.route
    const claimed = entry.line.key.startsWith('log.claimed') || entry.line.key.startsWith('log.bullet')
    if (claimed && typeof route === 'object' && route.type === 'route') claims.push(route.route)
    if (seat === null && claims.length > 0) break
  }
  return claims
}
