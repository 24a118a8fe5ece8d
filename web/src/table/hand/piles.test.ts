import { expect, test } from 'vitest'
import { piles } from './piles'

test('wilds lead, whatever the order of the rest', () => {
  const hand = [1, 2, 0, 5, 2]
  const kinds = (sort: 'board' | 'most' | 'fewest') => piles(hand, sort).map((pile) => pile.kind)
  expect(kinds('board')).toEqual([0, 1, 3, 4])
  expect(kinds('most')).toEqual([0, 3, 1, 4])
  expect(kinds('fewest')).toEqual([0, 1, 4, 3])
})
