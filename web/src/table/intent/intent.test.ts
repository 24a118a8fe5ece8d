import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../../net/refusal'
import type { LiveTable } from '../../net/live-table.svelte'
import { DEFAULTS, preferences } from '../../browser/preferences.svelte'
import { PHASE, type EditionData, type Legal, type RouteData, type View } from '../../net/wire'
import { blankView } from '../log/log-record'
import { Intent } from './intent.svelte'

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
  options: [...Array.from({ length: 5 }, (_, route) => ({ route, reveals: 0 })), { route: 5, reveals: 3 }],
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
    [10, 0, [0, 2, 0], 0],
    [11, 1, [0, 2, 0], 1],
    [12, 1, [1, 1, 0], 1],
    [13, 1, [0, 0, 2], 1],
    [14, 2, [0, 2, 0], 2],
    [15, 3, [0, 0, 2], 3],
    [16, 5, [0, 2, 0], 5],
  ],
  stand_ins: [],
  build: [
    [20, 1, [0, 1, 0]],
    [21, 1, [0, 0, 1]],
  ],
  pay: [],
}

function table(over: Partial<Record<keyof LiveTable, unknown>> = {}) {
  const view: View = blankView(edition, 2, 0)
  const live = {
    legal,
    view: { ...view, display: [1, 0, 2, -1, -1], status: { ...view.status, phase: PHASE.turn as number } },
    seat: 0,
    connected: true,
    acting: false,
    table: { settings: { hints: false, undo: 'free' } },
    act: vi.fn(async () => undefined),
    ask: vi.fn(async () => ({
      claimable: false,
      reason: 'too few trains',
      rule: 'claim.pieces',
      code: 'pieces',
      params: {},
    })),
  }
  Object.assign(live, over)
  return { live, intent: new Intent(live as unknown as LiveTable, edition) }
}

beforeEach(() => void Object.assign(preferences, DEFAULTS))

test('a route with a single payment is claimed at once, and on a touch screen after a question', async () => {
  const { live, intent } = table()
  intent.pickRoute(0)
  expect(live.act).toHaveBeenCalledWith(10)
  const touched = table()
  touched.intent.touch = true
  touched.intent.pickRoute(0)
  expect(touched.live.act).not.toHaveBeenCalled()
  expect(touched.intent.prompt).toEqual({ type: 'pay', route: 0 })
  await touched.intent.confirm()
  expect(touched.live.act).toHaveBeenCalledWith(10)
})

test('several payments are a question, and a pile in the hand answers it', async () => {
  const { live, intent } = table()
  intent.pickRoute(1)
  expect([intent.payment, intent.ready]).toEqual([null, false])
  expect([...(intent.payable ?? [])].toSorted()).toEqual([0, 1, 2])
  intent.pickPile(2)
  expect([intent.payment?.move, intent.ready]).toEqual([13, true])
  await intent.confirm()
  expect(live.act).toHaveBeenCalledWith(13)
  expect(intent.prompt).toBeNull()
})

test('a colour chosen in the prompt claims at once, but on a touch screen it is only chosen', () => {
  const { live, intent } = table()
  intent.pickRoute(1)
  intent.choosePayment(intent.payments[0])
  expect(live.act).toHaveBeenCalledWith(11)
  const touched = table()
  touched.intent.touch = true
  touched.intent.pickRoute(1)
  touched.intent.choosePayment(touched.intent.payments[0])
  expect(touched.live.act).not.toHaveBeenCalled()
  expect(touched.intent.payment?.move).toBe(11)
})

test('a pile narrows the map, and laid on a route it pays with its colour and no wild', () => {
  const { live, intent } = table()
  intent.pickPile(2)
  expect([...intent.claimable]).toEqual([1, 3])
  intent.pickPile(2)
  expect(intent.pile).toBeNull()
  intent.drop(1, 1)
  expect(live.act).toHaveBeenCalledWith(11)
})

test('both tracks of a double can be had: one is asked for; a pile says which', () => {
  const { live, intent } = table()
  intent.pickRoute(2)
  expect(intent.prompt).toEqual({ type: 'half', routes: [2, 3] })
  intent.pickHalf(3)
  expect(live.act).toHaveBeenCalledWith(15)
  const piled = table()
  piled.intent.drop(2, 2)
  expect(piled.live.act).toHaveBeenCalledWith(15)
})

test('where hints are shown a tunnel is always asked back, for its odds', () => {
  const { live, intent } = table({ table: { settings: { hints: true, undo: 'free' } } })
  intent.pickRoute(5)
  expect(live.act).not.toHaveBeenCalled()
  expect(intent.payment?.move).toBe(16)
})

test('what can’t be claimed is explained, and points at what is lacking', async () => {
  const { live, intent } = table()
  intent.pickRoute(4)
  await vi.waitFor(() => expect(intent.refusal).not.toBeNull())
  expect(live.ask).toHaveBeenCalledWith({ type: 'why', route: 4 })
  expect(intent.refusal).toMatchObject({ reason: 'too few trains', rule: 'claim.pieces', stat: 'pieces', route: 4 })
  expect(intent.cancel()).toBe(true)
  expect(intent.refusal).toBeNull()
  expect(intent.cancel()).toBe(false)
})

test('two cards unseen: the second is drawn only if it may be', async () => {
  const { live, intent } = table()
  live.act.mockImplementationOnce(async () => {
    live.view = { ...live.view, status: { ...live.view.status, phase: PHASE.second } }
  })
  await intent.draw(2)
  expect(live.act).toHaveBeenCalledTimes(2)
  const short = table()
  short.live.act.mockImplementationOnce(async () => void (short.live.legal = null as unknown as Legal))
  await short.intent.draw(2)
  expect(short.live.act).toHaveBeenCalledTimes(1)
})

test('only what is listed can be taken from the display', async () => {
  const { live, intent } = table()
  await intent.take(1)
  await intent.take(3)
  expect(live.act).not.toHaveBeenCalled()
  await intent.take(0)
  expect(live.act).toHaveBeenCalledWith(3)
})

test('a second click while the first card is on its way draws a second', async () => {
  const { intent, live } = table()
  live.act.mockImplementation(async () => void (live.view.status.phase = PHASE.second))
  const first = intent.draw()
  await intent.draw()
  await intent.draw()
  await first
  expect(live.act.mock.calls).toEqual([[1], [1]])

  // The second card is the last.
  const last = intent.draw()
  await intent.draw()
  await last
  expect(live.act).toHaveBeenCalledTimes(3)
})

test('drawing tickets is asked back, unless one prefers otherwise', async () => {
  const { live, intent } = table()
  await intent.drawTickets()
  expect(intent.prompt).toEqual({ type: 'tickets' })
  await intent.confirm()
  expect(live.act).toHaveBeenCalledWith(2)
  preferences.confirmTickets = false
  const sure = table()
  await sure.intent.drawTickets()
  expect(sure.live.act).toHaveBeenCalledWith(2)
})

test('building is always asked, with the colour that the pile says', () => {
  const { intent } = table()
  intent.pickCity(1)
  expect([intent.prompt, intent.payment]).toEqual([{ type: 'build', city: 1 }, null])
  intent.cancel()
  intent.pickPile(2)
  intent.pickCity(1)
  expect(intent.payment?.move).toBe(21)
})

test('a refusal is shown, and the question stays', async () => {
  const refused = new Refusal({ code: 'stale', reason: 'something happened meanwhile' })
  const { intent } = table({ act: vi.fn(async () => Promise.reject(refused)) })
  preferences.confirm = 'always'
  intent.pickRoute(0)
  await intent.confirm()
  expect(intent.refusal?.reason).toMatch(/something happened meanwhile/i)
  expect(intent.prompt).toEqual({ type: 'pay', route: 0 })
})

test('cities are offered only after the player has chosen to build', () => {
  const { intent } = table()
  expect([intent.sites.size, intent.buildable.size]).toEqual([0, 1])
  intent.toggleBuilding()
  expect([...intent.sites]).toEqual([1])
  expect(intent.cancel()).toBe(true)
  expect([intent.building, intent.sites.size]).toEqual([false, 0])
  intent.toggleBuilding()
  intent.pickCity(1)
  expect([intent.building, intent.prompt]).toEqual([false, { type: 'build', city: 1 }])
  const poor = table({ legal: { ...legal, build: [] } })
  poor.intent.toggleBuilding()
  expect(poor.intent.building).toBe(false)
})
