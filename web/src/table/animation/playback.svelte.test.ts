// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveTable } from '../../net/live-table.svelte'
import { StepCursor, type Step } from '../../net/step-cursor.svelte'
import { preferences } from '../../browser/preferences.svelte'
import type { Position } from '../../net/fold'
import { PHASE, type EditionData, type EventPair } from '../../net/wire'
import { blankView } from '../log/log-record'
import { Playback } from './playback.svelte'

const edition = {
  colors: ['red'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [],
  cities: [],
} as unknown as EditionData
const dealt = blankView(edition, 2, 0)
const start: Position = { ...dealt, status: { ...dealt.status, phase: PHASE.turn } }

const drawn: EventPair = [
  'CardDrawn',
  { status: start.status, seat: 1, dealt: false, hand_size: 1, card: null, hand: null },
]
const step = (version: number): Step => ({
  version,
  event: drawn,
  view: { ...start, points: [version, 0] },
})

class FakeLive {
  wholeViews = $state.raw(0)
  steps = $state.raw<Step[]>([])
  playbackCursor = new StepCursor(this)
  view = $state.raw<Position | null>(start)
  seat = 0

  add(...steps: Step[]): void {
    this.steps = [...this.steps, ...steps]
    this.view = steps[steps.length - 1].view
    flushSync()
  }
}

let live: FakeLive
let playback: Playback
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  preferences.speed = 'normal'
  live = new FakeLive()
  playback = new Playback(live as unknown as LiveTable, edition)
  end = $effect.root(() => playback.watch())
  flushSync()
})

afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('one thing is shown after the other, and the newest in the end', () => {
  live.add(step(1), step(2))
  expect([playback.playing, playback.shown, playback.flights.length]).toEqual([true, start, 1])
  vi.advanceTimersByTime(600)
  expect(playback.shown?.points[0]).toBe(1)
  vi.advanceTimersByTime(2000)
  expect([playback.playing, playback.shown]).toEqual([false, live.view])
})

test('it can be skipped at any moment', () => {
  live.add(step(1), step(2), step(3))
  playback.skip()
  expect([playback.playing, playback.shown, playback.flights]).toEqual([false, live.view, []])
  vi.advanceTimersByTime(5000)
  expect(playback.shown).toBe(live.view)
})

test('who wants no motion sees the newest at once', () => {
  preferences.speed = 'off'
  live.add(step(1), step(2))
  expect([playback.playing, playback.shown, playback.flights]).toEqual([false, live.view, []])
})

test('a whole view, as after an undo, cuts everything short', () => {
  live.add(step(1), step(2))
  live.steps = []
  live.view = start
  live.wholeViews += 1
  flushSync()
  expect([playback.playing, playback.shown, playback.flights]).toEqual([false, start, []])
})

test('a page that slept jumps to the newest', () => {
  live.add(...Array.from({ length: 301 }, (_, n) => step(n + 1)))
  expect([playback.playing, playback.shown, live.playbackCursor.waiting]).toEqual([false, live.view, []])
})

test('what others took stays marked until the viewer has moved', () => {
  preferences.speed = 'off'
  const did = (version: number, event: unknown): Step => ({ version, event: event as EventPair, view: start })
  const claims = (seat: number, route: number) => ['RouteClaimed', { seat, route, cards: [] }]
  live.add(did(1, claims(1, 4)), did(2, ['StationBuilt', { seat: 1, city: 3, cards: [] }]), did(3, claims(2, 6)))
  live.add(did(4, ['TurnBegan', { seat: 0 }]))
  expect([playback.last, playback.built]).toEqual([[4, 6], [3]])
  live.add(did(5, claims(0, 8)))
  expect([playback.last, playback.built]).toEqual([[8], []])
})
