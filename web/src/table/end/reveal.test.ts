import { expect, test } from 'vitest'
import type { AwardResult, CountItem, EditionData } from '../../net/wire'
import { revealStages, stagePace, totalsAfter, type Stage } from './reveal'

const edition = { tickets: [5, 9, 20, 8].map((points) => ({ points })) } as unknown as EditionData
const ticket = (seat: number, number: number, done: boolean) => ({ seat, ticket: number, done, path: [] })
const row = (award: string, points: number[], items: CountItem[][] = [[], []]): AwardResult => ({
  ...{ award, points, items },
  words: award,
})
const result = {
  ranks: [1, 2],
  rows: [
    row('routes', [40, 50]),
    row('tickets', [23, 9]),
    row('visits-tower', [0, 2], [[], [3, 4].map((of) => ({ type: 'city' as const, of, points: 1 }))]),
    row('nothing', [0, 0]),
    row('longest', [10, 0], [[{ type: 'path', of: 31, points: 10 }], [{ type: 'path', of: 30, points: 0 }]]),
  ],
  tickets: [ticket(0, 2, true), ticket(0, 0, false), ticket(1, 1, true), ticket(0, 3, true)],
  longest: [
    { seat: 0, routes: [7, 8], length: 31 },
    { seat: 1, routes: [9], length: 30 },
  ],
  stations: [
    { seat: 0, city: 6, routes: [9], route: 9, chosen: false },
    { seat: 1, city: 5, routes: [7], route: null, chosen: false },
  ],
}
const stages = revealStages(edition, result)

test('the last begins, borrowed routes come before tickets, what failed before what was done, the winner last', () => {
  const short = (stage: Stage) => {
    if (stage.type === 'ticket') return [stage.seat, stage.ticket, stage.points]
    return stage.type === 'award' ? stage.award : stage.type
  }
  expect(stages.map(short)).toEqual([
    [1, 1, 9],
    'borrowed',
    [0, 0, -5],
    [0, 3, 8],
    [0, 2, 20],
    'visits-tower',
    'longest',
    'winner',
  ])
})

test('an award shows what it is given for, and only of those who get it', () => {
  const [visits, longest] = stages.filter((stage) => stage.type === 'award')
  expect(visits).toMatchObject({ gains: [0, 2], counts: [0, 2], cities: [3, 4], routes: [] })
  expect(longest).toMatchObject({ gains: [10, 0], counts: [31, 30], cities: [], routes: [7, 8] })
})

test('the bullet bonus and that for most tickets are revealed with what was counted, losses too', () => {
  const counted = (type: 'track' | 'tickets', of: number, points: number): CountItem => ({ type, of, points })
  const rows = [
    result.rows[0],
    row('bullet', [10, -10], [[counted('track', 9, 10)], [counted('track', 4, -10)]]),
    row('most-tickets', [0, 10], [[counted('tickets', 2, 0)], [counted('tickets', 3, 10)]]),
  ]
  const awards = revealStages(edition, { ...result, rows }).filter((stage) => stage.type === 'award')
  expect(awards).toMatchObject([
    { award: 'bullet', gains: [10, -10], counts: [9, 4], routes: [], cities: [] },
    { award: 'most-tickets', gains: [0, 10], counts: [2, 3], routes: [], cities: [] },
  ])
  expect(totalsAfter({ rows }, awards)).toEqual([50, 50])
})

test('points are those of the routes and of what was revealed so far, in the end all', () => {
  expect(totalsAfter(result, [])).toEqual([40, 50])
  expect(totalsAfter(result, stages.slice(0, 3))).toEqual([35, 59])
  expect(totalsAfter(result, stages)).toEqual([73, 61])
})

test('many tickets are counted faster', () => {
  expect(stagePace(stages, 0)).toBe(1700)
  const many = Array.from({ length: 30 }, () => stages[0])
  expect(stagePace(many, 3) * 30).toBe(30_000)
  expect(stagePace(stages, stages.length - 1)).toBeGreaterThan(1700)
})

test('a city that several players have reached is highlighted once', () => {
  const city = (of: number): CountItem => ({ type: 'city', of, points: 1 })
  const rows = [result.rows[0], row('visits-tower', [2, 1], [[city(4), city(7)], [city(4)]])]
  const visits = revealStages(edition, { ...result, rows }).find((stage) => stage.type === 'award')
  expect(visits).toMatchObject({ counts: [2, 1], cities: [4, 7] })
})
