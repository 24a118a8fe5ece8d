import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveTable } from '../../net/live-table.svelte'
import type { EditionData, Legal } from '../../net/wire'
import { routeFacts } from './route-facts'
import { HOLD, RouteTip } from './route-tip.svelte'

const route = (color: number | null) => ({
  a: 0,
  b: 1,
  length: 2,
  color,
  kind: 'plain',
  symbols: 0,
  pair: null,
  spaces: 2,
})
const edition = {
  colors: ['red', 'blue'],
  wild: 'locomotive',
  cities: [{ name: 'Paris' }, { name: 'Brest' }],
  routes: [route(null), route(1)],
  options: [0, 1].map((at) => ({ route: at, piece: 'train', pieces: 2, points: 2, track: 0, reveals: 0 })),
} as unknown as EditionData
const legal = {
  claim: [
    [1, 0, [0, 2, 0], 0],
    [2, 0, [1, 1, 0], 0],
    [3, 0, [0, 0, 2], 0],
  ],
  stand_ins: [],
} as unknown as Legal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function tipOf(answer = { claimable: false, code: 'cards', reason: 'too few', params: {} }) {
  const ask = vi.fn(() => Promise.resolve(answer))
  const live = { legal, seat: 0, connected: true, view: { owner: [-1, -1] }, ask } as unknown as LiveTable
  return { tip: new RouteTip(live), ask }
}

it('says what a route is, what it is worth, and the legal ways to pay with the fewest wilds', () => {
  const facts = routeFacts(edition, 0, legal, { seat: -1, option: -1 }, [])
  expect(facts).toEqual({
    about: '2 spaces, gray, ordinary route',
    worth: '2 points, takes 2 trains',
    owner: '',
    cost: 'You pay: 2 red / 2 blue',
  })
  expect(routeFacts(edition, 1, legal, { seat: 1, option: 1 }, ['Ada', 'Bo'])).toMatchObject({
    owner: 'taken by Bo',
    cost: '',
  })
})

it('is shown after a rest on a route, and asks the server why one can’t be claimed', async () => {
  const { tip, ask } = tipOf()
  tip.point(0, () => ({ x: 1, y: 1 }))
  expect(tip.route).toBeNull()
  await vi.advanceTimersByTimeAsync(400)
  expect([tip.route, tip.reason, ask.mock.calls.length]).toEqual([0, null, 0])
  tip.point(1, () => null)
  await vi.advanceTimersByTimeAsync(400)
  expect([tip.route, tip.reason?.code]).toEqual([1, 'cards'])
  tip.point(null, () => null)
  expect(tip.route).toBeNull()
})

it('is shown by a long press, but not by a drag', async () => {
  const { tip } = tipOf()
  tip.press({ x: 10, y: 10 }, () => 0)
  tip.move({ x: 40, y: 10 })
  await vi.advanceTimersByTimeAsync(HOLD + 10)
  expect(tip.route).toBeNull()
  tip.press({ x: 10, y: 10 }, () => 0)
  await vi.advanceTimersByTimeAsync(HOLD + 10)
  tip.release()
  expect(tip.route).toBe(0)
})
