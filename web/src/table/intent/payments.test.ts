import { expect, test } from 'vitest'
import type { EditionData, Legal, RouteData } from '../../net/wire'
import { byColor, claimable, claimPayments, halves, hasStandIns, kindsIn, paymentWith, twinOf } from './payments'

const legal: Legal = {
  seat: 0,
  draw: 0,
  take: [],
  tickets: null,
  pass: null,
  refuse: null,
  keep: [],
  claim: [
    [10, 3, [0, 3, 0, 0], 3],
    [11, 3, [1, 2, 0, 0], 3],
    [12, 3, [0, 0, 3, 0], 3],
    [13, 3, [3, 0, 0, 0], 3],
    [14, 5, [0, 0, 2, 0], 5],
  ],
  stand_ins: [[20, 7, 1, 7]],
  build: [],
  pay: [],
}

function route(color: number | null, pair: number | null): RouteData {
  return { id: '', a: 0, b: 1, length: 2, color, kind: 'plain', symbols: 0, pair, spaces: 2 }
}

function board(...routes: RouteData[]): EditionData {
  return { routes } as EditionData
}

test('payments are grouped by colour, few wilds first, wilds alone last', () => {
  const groups = byColor(claimPayments(legal, 3))
  expect(groups.map((group) => group.color)).toEqual([1, 2, 0])
  expect(groups[0]?.payments.map((each) => each.move)).toEqual([10, 11])
})

test('a pile pays with its own colour and spares wilds; wilds pay with as many as there are', () => {
  const payments = claimPayments(legal, 3)
  expect(paymentWith(payments, 1)?.move).toBe(10)
  expect(paymentWith(payments, 0)?.move).toBe(13)
  expect(paymentWith(payments, 3)).toBeNull()
})

test('a pile narrows the routes down, but not those that take stand-ins', () => {
  expect([...claimable(legal, null)]).toEqual([3, 5, 7])
  expect([...claimable(legal, 1)]).toEqual([3, 7])
  expect([...claimable(null, null)]).toEqual([])
  expect(hasStandIns(legal, 7)).toBe(true)
  expect(hasStandIns(legal, 3)).toBe(false)
})

test('the kinds that can pay for a route', () => {
  expect([...kindsIn(claimPayments(legal, 3))].toSorted()).toEqual([0, 1, 2])
})

test('which half of a double route is meant', () => {
  const colors = board(route(1, 4), route(2, 4), route(1, null))
  expect(twinOf(colors, 0)).toBe(1)
  expect(twinOf(colors, 2)).toBeNull()
  expect(halves(colors, 0, new Set([0, 1]))).toEqual([0, 1])
  expect(halves(colors, 0, new Set([1]))).toEqual([1])
  expect(halves(colors, 0, new Set())).toEqual([0])
  const gray = board(route(null, 4), route(null, 4))
  expect(halves(gray, 0, new Set([0, 1]))).toEqual([0])
})
