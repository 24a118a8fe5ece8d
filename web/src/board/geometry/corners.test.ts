import { expect, it } from 'vitest'
import { emptiest } from './corners'
import type { Drawing, Space } from './drawing'

const drawing = (...at: [number, number][]): Drawing => ({
  width: 1000,
  height: 500,
  thick: 15,
  routes: [{ spaces: at.map(([x, y]): Space => [x, y, 0, 30]), line: [] }],
  cities: [],
  panels: [],
})

it('buttons lie where least is drawn, at the bottom right if they may', () => {
  expect(emptiest(drawing([500, 250]))).toBe('bottom right')
  expect(emptiest(drawing([980, 480]))).toBe('top right')
  expect(emptiest(drawing([980, 480], [980, 20]))).toBe('bottom left')
  expect(emptiest(drawing([980, 480], [980, 20]), ['bottom right', 'top right', 'top left'])).toBe('top left')
})
