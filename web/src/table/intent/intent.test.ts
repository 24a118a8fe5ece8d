import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../../net/http'
import type { Live } from '../../net/live-table.svelte'
import { DEFAULTS, prefs } from '../../browser/preferences.svelte'
import { PHASE, type EditionData, type Legal, type RouteData, type View } from '../../net/wire'
import { blank } from '../log/log-record'
import { Play } from './intent.svelte'

const route = (color: number | null, pair: number | null = null): RouteData => {
  return { id: '', a: 0, b: 1, length: 2, color, kind: 'plain', symbols: 0, pair, spaces: 2 }
}
const edition = {
  colors: ['red', 'blue'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  builder: 'station',
  cities: [{}, {}],
  routes: [route(1), route(null), route(1, 5), route(2, 5), route(2), route(1)],
  ways: [{ route: 5, reveals: 3 }],
} as unknown as EditionData

const legal: Legal = {
  seat: 0,
  draw: 1,
  take: [[3, 1]],
  tickets: 2,
  pass: null,
  refuse: null,
  keep: [],
  claim: [
    [10, 0, [0, 2, 0]],
    [11, 1, [0, 2, 0]],
    [12, 1, [1, 1, 0]],
    [13, 1, [0, 0, 2]],
    [14, 2, [0, 2, 0]],
    [15, 3, [0, 0, 2]],
    [16, 5, [0, 2, 0]],
  ],
  bundles: [],
  build: [
    [20, 1, [0, 1, 0]],
    [21, 1, [0, 0, 1]],
  ],
  pay: [],
}

function table(over: Partial<Record<keyof Live, unknown>> = {}) {
  const view: View = blank(edition, 2, 0)
  const live = {
    legal,
    view: { ...view, display: [1, 0, 2, -1, -1], status: { ...view.status, phase: PHASE.turn as number } },
    seat: 0,
    connected: true,
    acting: false,
    table: { hints: false, undo: 'free' },
    act: vi.fn(async () => undefined),
    ask: vi.fn(async () => ({ claimable: false, reason: 'too few trains', rule: 'claim.pieces' })),
  }
  Object.assign(live, over)
  return { live, play: new Play(live as unknown as Live, edition) }
}

beforeEach(() => void Object.assign(prefs, DEFAULTS))

test('a route with a single payment is claimed at once, and on a touch screen after a question', async () => {
  const { live, play } = table()
  play.pickRoute(0)
  expect(live.act).toHaveBeenCalledWith(10)
  const touched = table()
  touched.play.touch = true
  touched.play.pickRoute(0)
  expect(touched.live.act).not.toHaveBeenCalled()
  expect(touched.play.question).toEqual({ is: 'pay', route: 0 })
  await touched.play.confirm()
  expect(touched.live.act).toHaveBeenCalledWith(10)
})

test('several payments are a question, and a pile in the hand answers it', async () => {
  const { live, play } = table()
  play.pickRoute(1)
  expect([play.payment, play.ready]).toEqual([null, false])
  expect([...(play.payable ?? [])].toSorted()).toEqual([0, 1, 2])
  play.pickPile(2)
  expect([play.payment?.move, play.ready]).toEqual([13, true])
  await play.confirm()
  expect(live.act).toHaveBeenCalledWith(13)
  expect(play.question).toBeNull()
})

test('a pile narrows the map, and laid on a route it pays with its colour and no wild', () => {
  const { live, play } = table()
  play.pickPile(2)
  expect([...play.claimable]).toEqual([1, 3])
  play.pickPile(2)
  expect(play.pile).toBeNull()
  play.drop(1, 1)
  expect(live.act).toHaveBeenCalledWith(11)
})

test('both tracks of a double can be had: one is asked for; a pile says which', () => {
  const { live, play } = table()
  play.pickRoute(2)
  expect(play.question).toEqual({ is: 'half', routes: [2, 3] })
  play.pickHalf(3)
  expect(live.act).toHaveBeenCalledWith(15)
  const piled = table()
  piled.play.drop(2, 2)
  expect(piled.live.act).toHaveBeenCalledWith(15)
})

test('where hints are told a tunnel is always asked back, for its odds', () => {
  const { live, play } = table({ table: { hints: true, undo: 'free' } })
  play.pickRoute(5)
  expect(live.act).not.toHaveBeenCalled()
  expect(play.payment?.move).toBe(16)
})

test('what can’t be claimed is explained, and points at what is lacking', async () => {
  const { live, play } = table()
  play.pickRoute(4)
  await vi.waitFor(() => expect(play.no).not.toBeNull())
  expect(live.ask).toHaveBeenCalledWith({ do: 'why', route: 4 })
  expect(play.no).toMatchObject({ reason: 'too few trains', rule: 'claim.pieces', counter: 'pieces', route: 4 })
  expect(play.cancel()).toBe(true)
  expect(play.no).toBeNull()
  expect(play.cancel()).toBe(false)
})

test('two cards unseen: the second is drawn only if it may be', async () => {
  const { live, play } = table()
  live.act.mockImplementationOnce(async () => {
    live.view = { ...live.view, status: { ...live.view.status, phase: PHASE.second } }
  })
  await play.draw(2)
  expect(live.act).toHaveBeenCalledTimes(2)
  const short = table()
  short.live.act.mockImplementationOnce(async () => void (short.live.legal = null as unknown as Legal))
  await short.play.draw(2)
  expect(short.live.act).toHaveBeenCalledTimes(1)
})

test('only what is listed can be taken from the display', async () => {
  const { live, play } = table()
  await play.take(1)
  await play.take(3)
  expect(live.act).not.toHaveBeenCalled()
  await play.take(0)
  expect(live.act).toHaveBeenCalledWith(3)
})

test('a second click while the first card is on its way draws a second', async () => {
  const { play, live } = table()
  live.act.mockImplementation(async () => void (live.view.status.phase = PHASE.second))
  const first = play.draw()
  await play.draw()
  await play.draw()
  await first
  expect(live.act.mock.calls).toEqual([[1], [1]])

  // Of the second card there is no second.
  const last = play.draw()
  await play.draw()
  await last
  expect(live.act).toHaveBeenCalledTimes(3)
})

test('drawing tickets is asked back, unless one prefers otherwise', async () => {
  const { live, play } = table()
  await play.drawTickets()
  expect(play.question).toEqual({ is: 'tickets' })
  await play.confirm()
  expect(live.act).toHaveBeenCalledWith(2)
  prefs.confirmTickets = false
  const sure = table()
  await sure.play.drawTickets()
  expect(sure.live.act).toHaveBeenCalledWith(2)
})

test('building is always asked, with the colour that the pile says', () => {
  const { play } = table()
  play.pickCity(1)
  expect([play.question, play.payment]).toEqual([{ is: 'build', city: 1 }, null])
  play.cancel()
  play.pickPile(2)
  play.pickCity(1)
  expect(play.payment?.move).toBe(21)
})

test('a refusal is shown, and the question stays', async () => {
  const refused = new Refusal({ code: 'stale', reason: 'something happened meanwhile' })
  const { play } = table({ act: vi.fn(async () => Promise.reject(refused)) })
  prefs.confirm = 'always'
  play.pickRoute(0)
  await play.confirm()
  expect(play.no?.reason).toMatch(/something happened meanwhile/i)
  expect(play.question).toEqual({ is: 'pay', route: 0 })
})
