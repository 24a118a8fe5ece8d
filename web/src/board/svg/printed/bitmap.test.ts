import { expect, test } from 'vitest'
import { around, planOf, shows, slices } from './bitmap'

const BOARD = { width: 1600, height: 1000 }

test('a bitmap of the whole board has the pixels of the screen', () => {
  const plan = planOf([0, 0, 1600, 1000], 0.701)
  expect(plan).toMatchObject({ x: 0, y: 0, density: 0.701, width: 1122, height: 701 })
})

test('a bitmap of a part begins between two pixels of the whole board and shows all of the part', () => {
  const { x, y, density, width, height } = planOf([100.3, 50.7, 400.9, 250.2], 1.7)
  expect([x * density, y * density].map((at) => Math.abs(at - Math.round(at)) < 1e-9)).toEqual([true, true])
  expect(x).toBeLessThanOrEqual(100.3)
  expect(y).toBeLessThanOrEqual(50.7)
  expect(x + width / density).toBeGreaterThanOrEqual(400.9)
  expect(y + height / density).toBeGreaterThanOrEqual(250.2)
})

test('a bitmap has at most 8 million pixels, but for its edges', () => {
  const plan = planOf([0, 0, 1600, 1000], 12)
  expect(plan.density).toBeCloseTo(Math.sqrt(5))
  expect(plan.width * plan.height).toBeLessThan(8_010_000)
})

test('more is drawn than is seen, inside the board, unless that would be too many pixels', () => {
  expect(around([400, 400, 800, 600], BOARD, 2)).toEqual([300, 350, 900, 650])
  expect(around([0, 800, 400, 1000], BOARD, 2)).toEqual([0, 750, 500, 1000])
  expect(around([400, 400, 800, 600], BOARD, 8)).toEqual([400, 400, 800, 600])
})

test('a bitmap is drawn again when something else is seen, or at another scale', () => {
  const plan = planOf(around([400, 400, 800, 600], BOARD, 2), 2)
  expect(shows(plan, [420, 380, 820, 580], 2)).toBe(true)
  expect(shows(plan, [520, 400, 920, 600], 2)).toBe(false)
  expect(shows(plan, [420, 380, 820, 580], 2.2)).toBe(false)
  // Fewer pixels than it was made for are no reason to draw it again and again.
  expect(shows(planOf([0, 0, 1600, 1000], 12), [0, 0, 1600, 1000], 12)).toBe(true)
})

test('slices are small and cover every row once', () => {
  const edges = slices({ width: 1500, height: 1010 })
  expect(edges.slice(0, 2)).toEqual([0, 100])
  expect(edges.slice(-2)).toEqual([1000, 1010])
  expect(slices({ width: 1500, height: 1000 }).slice(-2)).toEqual([900, 1000])
  expect(slices({ width: 400_000, height: 3 })).toEqual([0, 1, 2, 3])
})
