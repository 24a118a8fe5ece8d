import { expect, test } from 'vitest'
import { slotOf, ticks } from './score-track'

test('a marker goes round after the last slot, and never before the first', () => {
  expect([0, 7, 99, 100, 123].map((points) => slotOf(points, 100))).toEqual([0, 7, 99, 0, 23])
  expect(slotOf(-4, 100)).toBe(0)
})

test('there is a line between any two slots', () => {
  const slots: [number, number][] = [
    [10, 10],
    [50, 10],
    [50, 40],
    [10, 40],
  ]
  expect(ticks({ frame: { width: 20, slots } })).toBe('M30 3v14M43 25h14M30 33v14M3 25h14')
})
