// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import type { Live, Step } from '../../net/live-table.svelte'
import type { ChatFrame, EditionData, EventPair, Frame, History, View } from '../../net/wire'
import { blank } from './log-record'
import { Story } from './game-log.svelte'

const edition = {
  colors: ['red'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [],
  cities: [],
} as unknown as EditionData
const start = blank(edition, 2, 0)

const passed = (seat: number): EventPair => ['Passed', { status: start.status, seat }]
const frame = (version: number, seat: number): Frame => {
  return { type: 'events', version, seat: 0, events: [passed(seat)], legal: null, move: null, result: null }
}
const stepAt = (version: number, seat: number): Step => ({
  version,
  event: passed(seat),
  view: { ...start },
  move: null,
})

class FakeLive {
  jumps = $state.raw(0)
  lastEvents = $state.raw<Step[]>([])
  chat = $state.raw<ChatFrame[]>([])
  view: View | null = start
  seat: number | null = 0
  past = vi.fn(async (): Promise<History> => ({ version: 1, players: [], seats: 2, frames: [frame(1, 0)] }))
}

function told(live: FakeLive): { story: Story; end: () => void } {
  const story = new Story(live as unknown as Live, edition)
  const end = $effect.root(() => story.watch())
  flushSync()
  return { story, end }
}

const keys = (story: Story) => story.entries.map((entry) => (entry.is === 'line' ? entry.line.key : entry.is))

test('the past comes first, then what happens', async () => {
  const live = new FakeLive()
  const { story, end } = told(live)
  live.jumps = 1
  flushSync()
  await vi.waitFor(() => expect(keys(story)).toEqual(['log.passed.you']))
  live.lastEvents = [stepAt(2, 1)]
  flushSync()
  // Shown by now, and gone from the list; another one has come.
  live.lastEvents = [stepAt(3, 0)]
  flushSync()
  expect(keys(story)).toEqual(['log.passed.you', 'log.passed', 'log.passed.you'])
  end()
})

test('what happens while the past is on its way is told once', async () => {
  const live = new FakeLive()
  let answer: (history: History) => void = () => undefined
  live.past.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { story, end } = told(live)
  live.jumps = 1
  flushSync()
  live.lastEvents = [stepAt(2, 1), stepAt(3, 0)]
  flushSync()
  answer({ version: 2, players: [], seats: 2, frames: [frame(1, 0), frame(2, 1)] })
  await vi.waitFor(() => expect(story.told?.moments).toHaveLength(4))
  expect(keys(story)).toEqual(['log.passed.you', 'log.passed', 'log.passed.you'])
  end()
})

test('another seat sees nothing of what the first one’s log told', async () => {
  const live = new FakeLive()
  const { story, end } = told(live)
  live.jumps = 1
  flushSync()
  await vi.waitFor(() => expect(story.entries).toHaveLength(1))
  story.show(0)
  live.past.mockImplementation(() => new Promise(() => undefined))
  live.jumps = 2
  flushSync()
  expect([story.entries, story.past]).toEqual([[], null])
  end()
})
