import { foldFrame } from '../../net/fold'
import { expect, test } from 'vitest'
import type { ChatFrame, EditionData, EventPair, EventsFrame, Frame, History, Status } from '../../net/wire'
import {
  emptyRecord,
  blankView,
  completedAt,
  countedMoments,
  newRoutes,
  noteEntries,
  recordOf,
  replayStep,
  extendRecord,
  withChat,
  type LogRecord,
} from './log-record'

const edition = {
  colors: ['red', 'blue'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [{}, {}, {}],
  cities: [{}, {}],
} as unknown as EditionData
const start = blankView(edition, 2, 0)
const status: Status = { ...start.status, phase: 2 }

function frame(version: number, ...events: EventPair[]): EventsFrame {
  return { type: 'events', version, seat: 0, events, due: [0], legal: null, result: null }
}

function recordFrom(frames: EventsFrame[], from = emptyRecord(start)): LogRecord {
  return frames.reduce(
    (record, each) => extendRecord(edition, record, each.version, foldFrame(record.view, each)),
    from,
  )
}

function claim(seat: number, route: number, points: number): EventPair {
  const hand = { hand_size: 1, known: [0, 0, 0], discard: [0, 0, 0], shown: [], hand: null }
  const fields = { status, seat, route, option: route, cards: [0, 2, 0], points, track: 0, supply: [43] }
  return ['RouteClaimed', { ...fields, ...hand, laid: [0, 0, 0], turned: [0, 0, 0] }]
}

const turned = (card: number): EventPair => [
  'TunnelCardTurned',
  { status, seat: 1, card, turned: [0, 0, 0], unseen: [0, 0, 0] },
]

test('lines say what was won by what, and keep the view after them', () => {
  const record = recordFrom([frame(0, claim(1, 2, 4)), frame(1, claim(1, 0, 6))])
  const [first, second] = record.entries
  expect(first).toMatchObject({ type: 'line', moment: 1, line: { key: 'log.claimed', seat: 1, values: { points: 4 } } })
  expect(second).toMatchObject({ line: { values: { points: 2, cards: { counts: [0, 2, 0] } } } })
  expect(record.moments.map((view) => view.owner)).toEqual([
    [-1, -1, -1],
    [-1, -1, 1],
    [1, -1, 1],
  ])
})

test('the cards of a tunnel make one line, before what came of them', () => {
  const due: EventPair = ['TopUpDue', { status, seat: 1, count: 1 }]
  const record = recordFrom([frame(0, turned(0), turned(1), turned(1), due)])
  const keys = record.entries.map((entry) => entry.type === 'line' && entry.line.key)
  expect(keys).toEqual(['log.turned', 'log.due'])
  expect(record.entries[0]).toMatchObject({ line: { values: { cards: { counts: [1, 2, 0] } } } })
  const free = recordFrom([frame(0, turned(2), claim(1, 0, 1))])
  expect(free.entries.map((entry) => entry.type === 'line' && entry.line.key)).toEqual(['log.free', 'log.claimed'])
})

test('what oneself drew blind is logged, what others drew is not', () => {
  const drew = (seat: number, card: number | null): EventPair => [
    'CardDrawn',
    { status, seat, dealt: false, hand_size: 1, card, hand: null },
  ]
  const record = recordFrom([frame(0, drew(0, 2), drew(1, null))])
  expect(record.entries).toMatchObject([
    { line: { key: 'log.drew.you', values: { card: { kind: 2 } } } },
    { line: { key: 'log.drew' } },
  ])
})

test('tickets one kept are named, those of others counted', () => {
  const fields = { status, count: 2, returned: 1, held: 2, tickets: null }
  const offered = { ...start, offer: [7, 8, 9] }
  const record = recordFrom(
    [
      frame(
        0,
        ['TicketsKept', { ...fields, seat: 1, places: null }],
        ['TicketsKept', { ...fields, seat: 0, places: 5 }],
      ),
    ],
    emptyRecord(offered),
  )
  expect(record.entries).toMatchObject([
    { line: { key: 'log.kept', values: { count: 2, of: 3 } } },
    { line: { key: 'log.kept.you', values: { tickets: { tickets: [7, 9] } } } },
  ])
})

test('a move that comes twice is logged once', () => {
  const frames = [frame(0, claim(1, 2, 4)), frame(1, claim(0, 0, 2))]
  expect(recordFrom([...frames, ...frames]).entries).toHaveLength(2)
})

test('a history is logged from the beginning, and an undo shows what is left', () => {
  const back: Frame = {
    type: 'view',
    version: 2,
    seat: 0,
    view: start,
    due: [0],
    closes: [],
    legal: null,
    players: [],
    result: null,
  }
  const frames = [frame(0, claim(1, 2, 4)), frame(1, claim(0, 0, 2)), back]
  const history: History = { version: 2, players: [], seats: 2, frames, next: null, completed: [], undone: [[2, 1]] }
  const record = recordOf(edition, history, 0)
  expect(record.entries.map((entry) => entry.type)).toEqual(['line', 'line', 'undone'])
  expect(record.view).toEqual({ ...start, due: [0] })
  expect(record.moments).toHaveLength(4)
  expect(record.entries.map((entry) => entry.type === 'line' && entry.undone === true)).toEqual([false, true, false])
  expect(record.steps.map((step) => step.version)).toEqual([0])
  expect(countedMoments(record)).toEqual([0, 1, 3])
  expect(newRoutes(record, null)).toEqual([2])
})

test('the tickets completed at a version are those of the last change before it', () => {
  const completed: History['completed'] = [
    [4, [7]],
    [9, [7, 8]],
    [12, [8]],
  ]
  expect([3, 4, 8, 9, 11, 50].map((version) => completedAt(completed, version))).toEqual([
    [],
    [7],
    [7],
    [7, 8],
    [7, 8],
    [8],
  ])
})

test('a history may begin with the table as it was dealt', () => {
  const dealt: Frame = {
    type: 'view',
    version: 3,
    seat: 0,
    view: start,
    due: [0],
    closes: [],
    legal: null,
    players: [],
    result: null,
  }
  const frames = [dealt, frame(4, claim(1, 2, 4))]
  const history: History = { version: 4, players: [], seats: 2, frames, next: null, completed: [], undone: [] }
  const record = recordOf(edition, history, 0)
  expect(record.entries.map((entry) => entry.type)).toEqual(['line'])
  expect(record.moments).toHaveLength(2)
})

test('what people said stands between the moves', () => {
  const chat: ChatFrame = { type: 'chat', version: 1, at: 0, seat: 1, name: 'Bo', text: 'oh' }
  const record = recordFrom([frame(0, claim(1, 2, 4)), frame(2, claim(0, 0, 2))])
  expect(withChat(record.entries, [chat]).map((entry) => entry.type)).toEqual(['line', 'chat', 'line'])
})

test('stepping back and on ends at now, and skips what was undone', () => {
  const all = [0, 1, 2, 3]
  expect(replayStep(all, null, 'back')).toBe(2)
  expect(replayStep(all, 2, 'on')).toBeNull()
  expect(replayStep(all, 0, 'back')).toBe(0)
  expect(replayStep(all, null, 'on')).toBeNull()
  expect(replayStep(all, null, 'first')).toBe(0)
  expect(replayStep(all, 1, 'now')).toBeNull()
  expect(replayStep([0], null, 'first')).toBeNull()
  expect(replayStep([0, 1, 4, 5], 1, 'on')).toBe(4)
  expect(replayStep([0, 1, 4, 5], 3, 'back')).toBe(1)
  expect(replayStep([0, 1, 4, 5], 2, 'on')).toBe(4)
})

test('what is new to a seat is what was claimed since its own last line', () => {
  const record = recordFrom([frame(0, claim(1, 2, 4)), frame(1, claim(0, 0, 2)), frame(2, claim(1, 1, 5))])
  expect(newRoutes(record, 0)).toEqual([1])
  expect(newRoutes(record, null)).toEqual([1])
  expect(newRoutes(record, 1)).toEqual([])
})

test('a resignation and an end by agreement have lines, before the events of the same entry', () => {
  const over: EventPair = ['GameEnded', { status } as never]
  const record = recordFrom([frame(3, claim(1, 2, 4)), frame(7, over)])
  const notes = noteEntries(
    [
      { version: 5, type: 'resigned', seat: 1 },
      { version: 6, type: 'resigned', seat: 0 },
      { version: 7, type: 'agreed', seat: null },
    ],
    0,
  )
  const keys = withChat(record.entries, [], notes).map((entry) => {
    return entry.type === 'line' ? entry.line.key : entry.type === 'note' ? entry.sentence.key : entry.type
  })
  expect(keys).toEqual(['log.claimed', 'log.resigned', 'log.resigned.you', 'log.agreed', 'log.over'])
  expect(notes[0]).toMatchObject({ sentence: { values: { who: { type: 'player', seat: 1 } } } })
})
