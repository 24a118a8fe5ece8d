import { expect, test } from 'vitest'
import type { Position } from '../net/fold'
import { PHASE, type EditionData, type Legal } from '../net/wire'
import { blankView } from './log/log-record'
import { nextSeat, gameStatus } from './game-status'

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
    [9, 4, [0, 1], 2],
    [10, 4, [1, 0], 2],
  ],
  stand_ins: [],
  build: [],
  pay: [],
}

function at(phase: number, due: number[] = [0]): Position {
  const view = blankView(edition, 3, 0)
  return { ...view, status: { ...view.status, phase }, due }
}

test('on one’s turn every action is named, a route with two payments once', () => {
  const { mine, sentence, verbs } = gameStatus(at(PHASE.turn), legal, null)
  expect([mine, sentence.key]).toEqual([true, 'table.status.turn'])
  expect(verbs.map((verb) => verb.key)).toEqual(['table.verb.draw', 'table.verb.claim', 'table.verb.tickets'])
  expect(verbs[1].values).toEqual({ count: 1 })
})

test('otherwise it says who is awaited, and for what', () => {
  expect(gameStatus(at(PHASE.turn, [2]), null, null).sentence).toEqual({
    key: 'table.wait.turn',
    values: { who: { type: 'player', seat: 2 } },
  })
  expect(gameStatus(at(PHASE.tunnel, [1]), null, null).sentence.key).toBe('table.wait.tunnel')
  expect(gameStatus(at(PHASE.opening, [1]), null, null).sentence.values).toMatchObject({ count: 1, who: { seat: 1 } })
  expect(gameStatus(at(PHASE.over), null, null).sentence.key).toBe('table.status.over')
})

test('nobody is awaited while chance owes something', () => {
  expect(gameStatus(at(PHASE.turn, []), null, null).sentence.key).toBe('table.wait.dealing')
  expect(nextSeat(at(PHASE.turn, []), [0, 1], 0)).toBeNull()
})

const three = blankView(edition, 3, 0)
const turnOf = (seat: number): Position => ({ ...three, due: [seat] })

test('the screen goes to the person who is awaited, if that is one of its people', () => {
  expect(nextSeat(turnOf(2), [0, 2], 0)).toBe(2)
  expect(nextSeat(turnOf(0), [0, 2], 0)).toBe(0)
  expect(nextSeat(turnOf(1), [0, 2], 0)).toBeNull()
})

test('at the opening all choose, one after the other', () => {
  const opening = { ...three, due: [1, 2] }
  expect(nextSeat(opening, [0, 1, 2], 0)).toBe(1)
  expect(nextSeat(opening, [0, 1, 2], 2)).toBe(2)
})
