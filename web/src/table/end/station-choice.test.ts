import { expect, it } from 'vitest'
import type { Result, StationResult } from '../../net/wire'
import { openChoices } from './station-choice'

const station = (seat: number, city: number, routes: number[], chosen = false): StationResult => ({
  seat,
  city,
  routes,
  route: routes[0] ?? null,
  chosen,
})
const result = (...stations: StationResult[]) => ({ stations }) as unknown as Result

it('offers stations of the viewer that have a route to borrow', () => {
  const all = result(station(0, 3, [7, 8]), station(0, 4, []), station(1, 5, [9]))
  expect(openChoices(all, [0]).map(({ city }) => city)).toEqual([3])
  expect(openChoices(all, [0, 1]).map(({ city }) => city)).toEqual([3, 5])
  expect(openChoices(all, [])).toEqual([])
})

it('offers nothing to a seat that has chosen, for any of its stations', () => {
  const all = result(station(0, 3, [7], true), station(0, 4, [8]), station(1, 5, [9]))
  expect(openChoices(all, [0])).toEqual([])
  expect(openChoices(all, [1])).toHaveLength(1)
})
