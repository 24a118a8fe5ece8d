import { expect, test } from 'vitest'
import { leadText } from './lead-text'

const players = ['Ada', 'Bo', 'Cy']

test('the winner’s points and lead are named, and where the reader came in', () => {
  const result = { totals: [88, 104, 61], ranks: [2, 1, 3], winners: [1], resigned: [] }
  expect(leadText(result, players, null)).toBe('104 points, 16 more than Ada')
  expect(leadText(result, players, 1)).toBe('104 points, 16 more than Ada')
  expect(leadText(result, players, 2)).toBe('104 points, 16 more than Ada · You: 61 points, place 3')
})

test('a tie has no lead', () => {
  expect(leadText({ totals: [90, 90, 1], ranks: [2, 1, 3], winners: [1], resigned: [] }, players, null)).toBe(
    '90 points, after a tie',
  )
  expect(leadText({ totals: [90, 90], ranks: [1, 1], winners: [0, 1], resigned: [] }, players, 0)).toBe(
    '90 points, after a tie',
  )
})

test('who resigned is not compared with the winner', () => {
  const three = { totals: [40, 90, 31], ranks: [1, 3, 2], winners: [0], resigned: [1] }
  expect(leadText(three, players, 1)).toBe('40 points, 9 more than Cy · You: 90 points, place 3')
  expect(leadText({ totals: [0, 0], ranks: [1, 2], winners: [0], resigned: [1] }, players, 0)).toBe('0 points')
})
