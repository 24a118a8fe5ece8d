import { expect, test } from 'vitest'
import type { EditionData } from '../../net/wire'
import { revealPace, runningTotals, revealOrder } from './ticket-reveal'

const edition = { tickets: [5, 9, 20, 8].map((points) => ({ points })) } as unknown as EditionData
const ticket = (seat: number, number: number, done: boolean) => ({ seat, ticket: number, done, path: [] })
const result = {
  ranks: [1, 2],
  tickets: [ticket(0, 2, true), ticket(0, 0, false), ticket(1, 1, true), ticket(0, 3, true)],
}

test('the last begins, and what failed comes before what was done', () => {
  expect(revealOrder(edition, result).map(({ seat, ticket, points }) => [seat, ticket, points])).toEqual([
    [1, 1, 9],
    [0, 0, -5],
    [0, 3, 8],
    [0, 2, 20],
  ])
})

test('points are those of the routes and of the tickets turned over so far', () => {
  const turned = revealOrder(edition, result)
  expect(runningTotals([40, 50], [])).toEqual([40, 50])
  expect(runningTotals([40, 50], turned.slice(0, 2))).toEqual([35, 59])
  expect(runningTotals([40, 50], turned)).toEqual([63, 59])
})

test('many tickets are counted faster', () => {
  expect(revealPace(4)).toBe(1700)
  expect(revealPace(30) * 30).toBe(30_000)
})
