import { expect, it } from 'vitest'
import { below, columnsOf, lastStep } from './bullet-track'

it('the track is as long as the farthest marker needs', () => {
  expect(lastStep([0, 7, 20])).toBe(20)
  expect(lastStep([3, 21])).toBe(25)
})

it('seats stand in the column of their rank; those that are even share the better one', () => {
  expect(columnsOf([9, 7, 17, 4, 3], 5)).toEqual([[2], [0], [1], [3], [4], []])
  expect(columnsOf([5, 9, 5, 0], 4)).toEqual([[1], [0, 2], [], [], [3]])
  expect(columnsOf([0, 0], 2)).toEqual([[], [], [0, 1]])
})

it('markers on one step stand on each other', () => {
  expect(below([4, 0, 4, 0, 4])).toEqual([0, 0, 1, 1, 2])
})
