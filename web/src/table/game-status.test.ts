import { expect, test } from 'vitest'
import { PHASE, type EditionData, type Legal, type View } from '../net/wire'
import { blank } from './log/log-record'
import { dueSeats, standing } from './game-status'

const edition = {
  colors: ['red'],
  face_up: 5,
  pool: 0,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [],
  cities: [],
} as unknown as EditionData
const legal: Legal = {
  seat: 0,
  draw: 0,
  take: [],
  tickets: 1,
  pass: null,
  refuse: null,
  keep: [],
  claim: [
    [9, 4, [0, 1]],
    [10, 4, [1, 0]],
  ],
  bundles: [],
  build: [],
  pay: [],
}

function at(phase: number, seat = 0): View {
  const view = blank(edition, 3, 0)
  return { ...view, status: { ...view.status, phase, seat }, chosen: [true, false, true] }
}

test('on one’s turn every action is named, a route with two payments once', () => {
  const { mine, said, verbs } = standing(at(PHASE.turn), legal, null)
  expect([mine, said.key]).toEqual([true, 'table.status.turn'])
  expect(verbs.map((verb) => verb.key)).toEqual(['table.verb.draw', 'table.verb.claim', 'table.verb.tickets'])
  expect(verbs[1].values).toEqual({ count: 1 })
})

test('otherwise it says who is awaited, and for what', () => {
  expect(standing(at(PHASE.turn, 2), null, null).said).toEqual({
    key: 'table.wait.turn',
    values: { who: { is: 'player', seat: 2 } },
  })
  expect(standing(at(PHASE.tunnel, 1), null, null).said.key).toBe('table.wait.tunnel')
  expect(standing(at(PHASE.opening), null, null).said.values).toMatchObject({ count: 1, who: { seat: 1 } })
  expect(standing(at(PHASE.over), null, null).said.key).toBe('table.status.over')
})

test('nobody is awaited while chance owes something', () => {
  const view = at(PHASE.turn)
  expect(dueSeats(view)).toEqual([0])
  expect(dueSeats({ ...view, status: { ...view.status, owes: 3 } })).toEqual([])
  expect(dueSeats(at(PHASE.opening))).toEqual([1])
})
