import { expect, test } from 'vitest'
import { down, line, scale } from './chart'

test('a scale has round numbers around all values', () => {
  expect(scale(0, 104)).toEqual([0, 20, 40, 60, 80, 100, 120])
  expect(scale(0, 38)).toEqual([0, 10, 20, 30, 40])
  expect(scale(-3, 91)).toEqual([-20, 0, 20, 40, 60, 80, 100])
  expect(scale(0, 0)).toEqual([0])
  // Points are whole numbers, even where a game was ended before anybody had any.
  expect(scale(0, 1)).toEqual([0, 1])
  expect(scale(-2, 3)).toEqual([-2, -1, 0, 1, 2, 3])
})

test('a line begins at the left and ends at the right, higher for more', () => {
  const box = { width: 100, height: 40 }
  expect(line([0, 10, 40], [0, 20, 40], box)).toBe('M0.0 40.0L50.0 30.0L100.0 0.0')
  expect(down(-10, [-10, 10], box)).toBe(40)
  expect(line([5], [0], box)).toMatch(/^M0\.0 /)
})
