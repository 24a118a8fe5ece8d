import { expect, test } from 'vitest'
import { minus, piles, size, spread, unpack, withOne } from '../net/counts'

test('packed cards come apart, also beyond 32 bits', () => {
  const packed = 2 + 3 * 32 ** 4 + 15 * 32 ** 8
  expect(unpack(packed, 9)).toEqual([2, 0, 0, 0, 3, 0, 0, 0, 15])
})

test('counts add up, spread and take away', () => {
  expect(size([1, 0, 2])).toBe(3)
  expect(spread([1, 0, 2])).toEqual([0, 2, 2])
  expect(minus([3, 1, 2], [1, 1, 0])).toEqual([2, 0, 2])
  expect(withOne([0, 1], 1, -1)).toEqual([0, 0])
})

test('wilds lead, whatever the order of the rest', () => {
  const hand = [1, 2, 0, 5, 2]
  const kinds = (sort: 'board' | 'most' | 'fewest') => piles(hand, sort).map((pile) => pile.kind)
  expect(kinds('board')).toEqual([0, 1, 3, 4])
  expect(kinds('most')).toEqual([0, 3, 1, 4])
  expect(kinds('fewest')).toEqual([0, 1, 4, 3])
})
