import { expect, test } from 'vitest'
import type { Position } from '../../net/fold'
import type { EditionData, EventPair } from '../../net/wire'
import { pointsByTurn, statistics } from './statistics'

const edition = { routes: [{ length: 2 }, { length: 6 }, { length: 4 }] } as unknown as EditionData
const step = (name: string, fields: Record<string, unknown>, points = [0, 0]) => ({
  event: [name, fields] as unknown as EventPair,
  view: { points } as unknown as Position,
})
const steps = [
  step('CardDrawn', { seat: 0, dealt: true }),
  step('TurnBegan', { seat: 0 }),
  step('CardDrawn', { seat: 0, dealt: false }),
  step('CardTaken', { seat: 0, card: 0 }),
  step('TurnBegan', { seat: 1 }),
  step('RouteClaimed', { seat: 1, route: 1, cards: [2, 4] }, [0, 15]),
  step('TurnBegan', { seat: 0 }, [0, 15]),
  step('StationBuilt', { seat: 0, cards: [1, 0] }, [0, 15]),
  step('TurnBegan', { seat: 1 }, [0, 15]),
  step('RouteClaimed', { seat: 1, route: 0, cards: [0, 2] }, [0, 17]),
]
const tickets = [
  { seat: 0, ticket: 3, done: false, path: [] },
  { seat: 1, ticket: 4, done: true, path: [1] },
  { seat: 1, ticket: 5, done: false, path: [] },
]

test('what each seat did is counted; dealt cards were not drawn', () => {
  const [ada, bo] = statistics(edition, steps, { tickets, totals: [0, 0] })
  expect(ada).toEqual({
    ...{ turns: 2, cards: 2, blind: 1, wilds: 1, routes: 0, longest: 0, stations: 1 },
    ...{ tickets: 1, completed: 0 },
  })
  expect(bo).toEqual({
    ...{ turns: 2, cards: 0, blind: 0, wilds: 2, routes: 2, longest: 6, stations: 0 },
    ...{ tickets: 2, completed: 1 },
  })
})

test('points are taken at the start of each turn, and at the end', () => {
  expect(pointsByTurn(steps, 2)).toEqual([
    [0, 0],
    [0, 0],
    [0, 15],
    [0, 15],
    [0, 17],
  ])
  expect(pointsByTurn([], 3)).toEqual([[0, 0, 0]])
})
