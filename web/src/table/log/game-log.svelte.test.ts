// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import type { LiveTable } from '../../net/live-table.svelte'
import type { Step } from '../../net/step-cursor.svelte'
import type { Position } from '../../net/fold'
import type { ChatFrame, EditionData, EventPair, Frame, History } from '../../net/wire'
import { blankView } from './log-record'
import { GameLog } from './game-log.svelte'

const edition = {
  colors: ['red'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [],
  cities: [],
} as unknown as EditionData
const start = blankView(edition, 2, 0)

const passed = (seat: number): EventPair => ['Passed', { status: start.status, seat }]
const frame = (version: number, seat: number): Frame => {
  return { type: 'events', version, seat: 0, events: [passed(seat)], due: [0], legal: null, result: null }
}
const stepAt = (version: number, seat: number): Step => ({
  version,
  event: passed(seat),
  view: { ...start },
})

const NOTHING: Pick<History, 'completed' | 'undone'> = { completed: [], undone: [] }

class FakeLive {
  wholeViews = $state.raw(0)
  steps = $state.raw<Step[]>([])
  chat = $state.raw<ChatFrame[]>([])
  view: Position | null = start
  seat: number | null = 0
  loadHistory = vi.fn(async (): Promise<History> => ({
    version: 1,
    players: [],
    seats: 2,
    frames: [frame(1, 0)],
    next: null,
    ...NOTHING,
  }))
}

function watch(live: FakeLive): { gameLog: GameLog; end: () => void } {
  const gameLog = new GameLog(live as unknown as LiveTable, edition)
  const end = $effect.root(() => gameLog.watch())
  flushSync()
  return { gameLog, end }
}

const keys = (gameLog: GameLog) => gameLog.entries.map((entry) => (entry.type === 'line' ? entry.line.key : entry.type))

test('the past comes first, then what happens', async () => {
  const live = new FakeLive()
  const { gameLog, end } = watch(live)
  live.wholeViews = 1
  flushSync()
  await vi.waitFor(() => expect(keys(gameLog)).toEqual(['log.passed.you']))
  live.steps = [stepAt(2, 1)]
  flushSync()
  live.steps = [...live.steps, stepAt(3, 0)]
  flushSync()
  expect(keys(gameLog)).toEqual(['log.passed.you', 'log.passed', 'log.passed.you'])
  end()
})

test('what happens while the past is on its way is logged once', async () => {
  const live = new FakeLive()
  let answer: (history: History) => void = () => undefined
  live.loadHistory.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { gameLog, end } = watch(live)
  live.wholeViews = 1
  flushSync()
  live.steps = [stepAt(2, 1), stepAt(3, 0)]
  flushSync()
  answer({ version: 2, players: [], seats: 2, frames: [frame(1, 0), frame(2, 1)], next: null, ...NOTHING })
  await vi.waitFor(() => expect(gameLog.record?.moments).toHaveLength(4))
  expect(keys(gameLog)).toEqual(['log.passed.you', 'log.passed', 'log.passed.you'])
  end()
})

test('another seat sees nothing of what the first one’s log showed', async () => {
  const live = new FakeLive()
  const { gameLog, end } = watch(live)
  live.wholeViews = 1
  flushSync()
  await vi.waitFor(() => expect(gameLog.entries).toHaveLength(1))
  gameLog.show(0)
  live.loadHistory.mockImplementation(() => new Promise(() => undefined))
  live.wholeViews = 2
  flushSync()
  expect([gameLog.entries, gameLog.past]).toEqual([[], null])
  end()
})

test('an address leads to its moment, once', async () => {
  const live = new FakeLive()
  live.loadHistory.mockResolvedValue({
    version: 4,
    players: [],
    seats: 2,
    frames: [1, 2, 3, 4].map((version) => frame(version, version % 2)),
    next: null,
    ...NOTHING,
  })
  const { gameLog, end } = watch(live)
  gameLog.startAt({ step: 2, seat: 1 })
  live.wholeViews = 1
  flushSync()
  await vi.waitFor(() => expect(gameLog.at).toBe(2))
  // The game runs: nobody sees it from another seat.
  expect(gameLog.viewpoint).toBe(0)
  gameLog.go('now')
  live.wholeViews = 2
  flushSync()
  await vi.waitFor(() => expect(gameLog.record?.moments).toHaveLength(5))
  expect(gameLog.at).toBeNull()
  end()
})

test('after the game the past is seen from any seat, at the same moment', async () => {
  const live = new FakeLive()
  const { gameLog, end } = watch(live)
  live.wholeViews = 1
  flushSync()
  await vi.waitFor(() => expect(gameLog.entries).toHaveLength(1))
  await gameLog.viewFrom(1)
  expect(live.loadHistory).toHaveBeenCalledTimes(1)
  live.view = { ...start, status: { ...start.status, phase: 7 } }
  gameLog.show(0)
  await gameLog.viewFrom(1)
  expect(live.loadHistory).toHaveBeenLastCalledWith(1)
  expect([gameLog.at, gameLog.viewpoint, gameLog.past?.viewer]).toEqual([0, 1, 1])
  expect(keys(gameLog)).toEqual(['log.passed'])
  gameLog.go('now')
  await vi.waitFor(() => expect(gameLog.viewpoint).toBe(0))
  end()
})
