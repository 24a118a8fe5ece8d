import { expect, test } from 'vitest'
import { minus, size, spread, withOne } from './counts'

test('counts add up, spread and take away', () => {
  expect(size([1, 0, 2])).toBe(3)
  expect(spread([1, 0, 2])).toEqual([0, 2, 2])
  expect(minus([3, 1, 2], [1, 1, 0])).toEqual([2, 0, 2])
  expect(withOne([0, 1], 1, -1)).toEqual([0, 0])
})
