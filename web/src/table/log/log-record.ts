/** The record of a game for log and replay: entries, and the view after each. */
import { foldFrame, type Position } from '../../net/fold'
import type { Step } from '../../net/step-cursor.svelte'
import type { ChatFrame, EditionData, History, TableNote } from '../../net/wire'
import { narrate, type Narration, type EventView } from './narrate'
import type { RichSentence } from './rich-text'

export type LogEntry =
  | { type: 'line'; id: string; version: number; moment: number; line: Narration; undone?: boolean }
  | { type: 'undone'; id: string; version: number; moment: number }
  | { type: 'chat'; id: string; version: number; chat: ChatFrame }
  | { type: 'note'; id: string; version: number; sentence: RichSentence }

export interface LogRecord {
  entries: LogEntry[]
  /** The views that can be replayed, in order; an entry names the one after it. */
  moments: Position[]
  /** The version of each moment. */
  versions: number[]
  /** The events that count, with the view after each: what was undone is not among them. */
  steps: readonly Step[]
  view: Position
  version: number
}

export function emptyRecord(view: Position, version = -1): LogRecord {
  return { entries: [], moments: [view], versions: [version], steps: [], view, version }
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
  return {
    entries: [...record.entries, ...entries],
    moments,
    versions: [...record.versions, ...entries.map(() => version)],
    steps: [...record.steps, ...steps.map((step) => ({ version, event: step.event, view: step.view }))],
    view: end,
    version,
  }
}

/** The record after an undo: this view counts from now on, and entries from the version `first` on count no more. */
export function undoRecord(record: LogRecord, version: number, view: Position, first: number): LogRecord {
  const moments = [...record.moments, view]
  const entry: LogEntry = { type: 'undone', id: `${version}`, version, moment: moments.length - 1 }
  const entries = record.entries.map((each) =>
    each.type === 'line' && each.version >= first ? { ...each, undone: true } : each,
  )
  const steps = record.steps.filter((step) => step.version < first)
  return { entries: [...entries, entry], moments, versions: [...record.versions, version], steps, view, version }
}

/** The moments that count: none of a move that was undone. */
export function countedMoments({ entries, moments }: LogRecord): number[] {
  const undone = new Set(
    entries.flatMap((each) => (each.type === 'undone' || (each.type === 'line' && each.undone) ? [each.moment] : [])),
  )
  return [...moments.keys()].filter((moment) => !undone.has(moment) || moment === moments.length - 1)
}

/** The tickets that were completed at a version. */
export function completedAt(completed: History['completed'], version: number): number[] {
  return completed.findLast(([since]) => since <= version)?.[1] ?? []
}

/** The record of a whole history, which may begin with a view of the dealt table. */
export function recordOf(edition: EditionData, history: History, viewer: number | null): LogRecord {
  let record = emptyRecord(blankView(edition, history.seats, viewer))
  const undone = new Map(history.undone)
  for (const frame of history.frames) {
    if (frame.type === 'events') record = extendRecord(edition, record, frame.version, foldFrame(record.view, frame))
    else if (frame.type === 'view') {
      const view = { ...frame.view, due: frame.due }
      if (record.version < 0) record = emptyRecord(view, frame.version)
      else record = undoRecord(record, frame.version, view, undone.get(frame.version) ?? frame.version)
    }
  }
  return record
}

/** The notes of a table as entries: a resignation, or that all agreed to end the game. */
export function noteEntries(notes: readonly TableNote[], viewer: number | null): LogEntry[] {
  return notes.map(({ version, type, seat }): LogEntry => {
    const key = seat !== null && seat === viewer ? `log.${type}.you` : `log.${type}`
    const values: RichSentence['values'] = seat === null ? {} : { who: { type: 'player', seat } }
    return { type: 'note', id: `note ${version}`, version, sentence: { key, values } }
  })
}

/** Entries, notes and chat messages, in order; a note comes before the events of the same version. */
export function withChat(
  entries: readonly LogEntry[],
  chat: readonly ChatFrame[],
  notes: readonly LogEntry[] = [],
): LogEntry[] {
  const messages = chat.map((each): LogEntry => ({
    type: 'chat',
    id: `chat ${each.version}`,
    version: each.version,
    chat: each,
  }))
  return [...notes, ...entries, ...messages].toSorted((one, two) => one.version - two.version)
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

/** The moment after a step of the replay among these moments, of which the last is now; null is now. */
export function replayStep(
  moments: readonly number[],
  at: number | null,
  by: 'back' | 'on' | 'first' | 'now',
): number | null {
  const now = moments.at(-1) ?? 0
  const here = at ?? now
  const to = {
    first: moments[0],
    back: moments.findLast((moment) => moment < here) ?? moments[0],
    on: moments.find((moment) => moment > here),
    now,
  }[by]
  return to === undefined || to >= now ? null : to
}

/** The routes claimed since a seat's last action: what its player should see first. */
export function newRoutes(record: LogRecord, seat: number | null): number[] {
  const claims: number[] = []
  for (const entry of record.entries.toReversed()) {
    if (entry.type !== 'line' || entry.undone) continue
    if (seat !== null && entry.line.seat === seat) break
    const route = entry.line.values.route
    const claimed = entry.line.key.startsWith('log.claimed') || entry.line.key.startsWith('log.bullet')
    if (claimed && typeof route === 'object' && route.type === 'route') claims.push(route.route)
    if (seat === null && claims.length > 0) break
  }
  return claims
}
