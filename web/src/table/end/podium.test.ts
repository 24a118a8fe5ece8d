import { expect, test } from 'vitest'
import { podium } from './podium'

const lineUp = (ranks: number[]) => {
  const { steps, order, others } = podium(ranks)
  return [steps.toSorted((one, two) => order(one) - order(two)), others]
}

test('the winner stands in the middle, the second at the left, the others below', () => {
  expect(lineUp([3, 1, 2])).toEqual([[2, 1, 0], []])
  expect(lineUp([2, 1])).toEqual([[0, 1], []])
  expect(lineUp([5, 2, 4, 3, 1])).toEqual([
    [1, 4, 3],
    [2, 0],
  ])
})

test('shared places are all there, three at most', () => {
  expect(lineUp([1, 1, 3])).toEqual([[1, 0, 2], []])
  expect(lineUp([1, 2, 2, 2])).toEqual([[1, 0, 2], [3]])
})
