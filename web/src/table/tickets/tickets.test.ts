import { expect, test } from 'vitest'
import type { EditionData, Legal, TicketReach } from '../../net/wire'
import { ticketOutcomes, keepMove, leastKept, ticketMarks, newlyDone, sortTickets } from './tickets'

const edition = {
  tickets: [
    { id: 'a', a: 0, b: 1, points: 5, deck: 'regular' },
    { id: 'b', a: 1, b: 2, points: 9, deck: 'regular' },
    { id: 'c', a: 3, b: 4, points: 20, deck: 'regular' },
  ],
} as EditionData
const legal = {
  keep: [
    [1, [0, 1]],
    [2, [0, 2]],
    [3, [0, 1, 2]],
  ],
} as unknown as Legal

function reach(ticket: number, done: boolean, possible: boolean): TicketReach {
  return { ticket, done, possible, cards: 0, routes: [], pieces_short: 0, path: [] }
}

test('only listed choices can be kept', () => {
  expect(keepMove(legal, new Set([2, 0]))).toBe(2)
  expect(keepMove(legal, new Set([1, 2]))).toBeNull()
  expect(keepMove(legal, new Set())).toBeNull()
  expect(leastKept(legal)).toBe(2)
  expect(leastKept(null)).toBe(0)
})

test('open tickets lead, then lost ones, then those that are done', () => {
  const list = sortTickets(edition, [0, 1, 2], [reach(1, true, true), reach(2, false, false)])
  expect(list.map((held) => held.ticket)).toEqual([0, 2, 1])
})

test('a city carries the most urgent of its marks', () => {
  const held = sortTickets(edition, [0, 2], [reach(0, true, true)])
  const found = ticketMarks(edition, held, [1], new Set())
  expect(found.find((mark) => mark.city === 0)?.kind).toBe('done')
  expect(found.find((mark) => mark.city === 1)?.kind).toBe('offer')
  expect(found.find((mark) => mark.city === 3)?.kind).toBe('todo')
  expect(ticketMarks(edition, [], [1], new Set([1])).map((mark) => mark.kind)).toEqual(['chosen', 'chosen'])
})

test('at the end a ticket is done or not', () => {
  const tickets = [
    { seat: 0, ticket: 1, done: true, path: [4, 5] },
    { seat: 1, ticket: 0, done: true, path: [] },
    { seat: 0, ticket: 2, done: false, path: [] },
  ]
  expect(ticketOutcomes({ tickets }, 0).map(({ ticket, done, possible }) => [ticket, done, possible])).toEqual([
    [1, true, true],
    [2, false, false],
  ])
})

test('a ticket is completed once, and not when it is heard of for the first time', () => {
  expect(
    newlyDone([reach(0, false, true), reach(1, true, true)], [reach(0, true, true), reach(1, true, true)]),
  ).toEqual([0])
  expect(newlyDone([], [reach(0, true, true)])).toEqual([])
})
