import { expect, test } from 'vitest'
import { PHASE, type EditionData, type View } from '../net/wire'
import { blank } from './log/log-record'
import { nextSeat } from './seats'

const edition = { colors: [], face_up: 0, pool: 0, piece_order: [], pieces: {}, routes: [], cities: [] }
const start = blank(edition as unknown as EditionData, 3, 0)
const turn = (seat: number): View => ({ ...start, status: { ...start.status, phase: PHASE.turn, seat } })

test('the screen goes to whoever is awaited, if that is one of its people', () => {
  expect(nextSeat(turn(2), [0, 2], 0)).toBe(2)
  expect(nextSeat(turn(0), [0, 2], 0)).toBe(0)
  expect(nextSeat(turn(1), [0, 2], 0)).toBeNull()
})

test('at the opening all choose, one after the other', () => {
  const opening = { ...start, status: { ...start.status, phase: PHASE.opening }, chosen: [true, false, false] }
  expect(nextSeat(opening, [0, 1, 2], 0)).toBe(1)
  expect(nextSeat(opening, [0, 1, 2], 2)).toBe(2)
})
