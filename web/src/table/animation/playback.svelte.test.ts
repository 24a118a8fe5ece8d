// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Live, Step } from '../../net/live-table.svelte'
import { prefs } from '../../browser/preferences.svelte'
import { PHASE, type EditionData, type EventPair, type View } from '../../net/wire'
import { blank } from '../log/log-record'
import { Stage } from './playback.svelte'

const edition = {
  colors: ['red'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [],
  cities: [],
} as unknown as EditionData
const dealt = blank(edition, 2, 0)
const start: View = { ...dealt, status: { ...dealt.status, phase: PHASE.turn } }

const drawn: EventPair = [
  'CardDrawn',
  { status: start.status, seat: 1, dealt: false, hand_size: 1, card: null, hand: null },
]
const step = (version: number): Step => ({
  version,
  event: drawn,
  view: { ...start, points: [version, 0] },
  move: null,
})

class FakeLive {
  jumps = $state.raw(0)
  lastEvents = $state.raw<Step[]>([])
  view = $state.raw<View | null>(start)
  seat = 0

  tell(...steps: Step[]): void {
    this.lastEvents = [...this.lastEvents, ...steps]
    this.view = steps[steps.length - 1].view
    flushSync()
  }

  next(): Step | undefined {
    const [first, ...rest] = this.lastEvents
    this.lastEvents = rest
    return first
  }

  skip(): void {
    this.lastEvents = []
  }
}

let live: FakeLive
let stage: Stage
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  prefs.speed = 'normal'
  live = new FakeLive()
  stage = new Stage(live as unknown as Live, edition)
  end = $effect.root(() => stage.watch())
  flushSync()
})

afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('one thing is shown after the other, and the newest in the end', () => {
  live.tell(step(1), step(2))
  expect([stage.playing, stage.shown, stage.flights.length]).toEqual([true, start, 1])
  vi.advanceTimersByTime(600)
  expect(stage.shown?.points[0]).toBe(1)
  vi.advanceTimersByTime(2000)
  expect([stage.playing, stage.shown]).toEqual([false, live.view])
})

test('it can be skipped at any moment', () => {
  live.tell(step(1), step(2), step(3))
  stage.skip()
  expect([stage.playing, stage.shown, stage.flights]).toEqual([false, live.view, []])
  vi.advanceTimersByTime(5000)
  expect(stage.shown).toBe(live.view)
})

test('who wants no motion sees the newest at once', () => {
  prefs.speed = 'off'
  live.tell(step(1), step(2))
  expect([stage.playing, stage.shown, stage.flights]).toEqual([false, live.view, []])
})

test('a whole view, as after an undo, cuts everything short', () => {
  live.tell(step(1), step(2))
  live.lastEvents = []
  live.view = start
  live.jumps += 1
  flushSync()
  expect([stage.playing, stage.shown, stage.flights]).toEqual([false, start, []])
})
