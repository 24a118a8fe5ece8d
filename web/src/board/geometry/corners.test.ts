import { expect, it } from 'vitest'
import { emptiestCorner } from './corners'
import type { Drawing, DrawnSpace } from '../../net/wire'

const drawing = (...at: [number, number][]): Drawing => ({
  width: 1000,
  height: 500,
  thick: 15,
  routes: [{ spaces: at.map(([x, y]): DrawnSpace => [x, y, 0, 30]), line: [] }],
  cities: [],
  panels: [],
  frame: { width: 0, slots: [] },
  cartouche: null,
})

it('buttons lie where least is drawn, at the bottom right if they may', () => {
  expect(emptiestCorner(drawing([500, 250]))).toBe('bottom right')
  expect(emptiestCorner(drawing([980, 480]))).toBe('top right')
  expect(emptiestCorner(drawing([980, 480], [980, 20]))).toBe('bottom left')
  expect(emptiestCorner(drawing([980, 480], [980, 20]), ['bottom right', 'top right', 'top left'])).toBe('top left')
})
