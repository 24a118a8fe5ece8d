import { expect, it } from 'vitest'
import { obstaclesOf } from './city-names'
import { freeCorner, hiddenBy } from './free-corner'

const frame = { width: 1000, height: 500 }
const place = (board: { width: number; height: number }, ...at: [number, number][]) => {
  const obstacles = obstaclesOf([{ spaces: at.map(([x, y]) => [x, y, 0, 30]) }], 15)
  return freeCorner({ board, edge: 20, obstacles, frame }, 30, 3)
}

it('buttons lie beside a board that leaves room', () => {
  const { left, top, width, height } = place({ width: 250, height: 500 })
  expect([left + width, top + height]).toEqual([994, 494])
})

it('buttons lie in a row at the bottom of a small frame', () => {
  const frame = { width: 400, height: 300 }
  const scene = { board: { width: 800, height: 600 }, edge: 0, obstacles: [], frame }
  const { left, top, width, height } = freeCorner(scene, 36, 3)
  expect(width).toBeGreaterThan(height)
  expect([left + width, top + height]).toEqual([394, 294])
})

it('buttons lie inside the score track, and on no space', () => {
  const board = { width: 1000, height: 500 }
  const first = place(board)
  expect(first.left + first.width).toBeLessThan(980)
  expect(first.top + first.height).toBeLessThan(480)
  const other = place(board, [955, 450])
  expect([other.left, other.top]).not.toEqual([first.left, first.top])
  const [left, top, right, bottom] = hiddenBy(other, board, frame)
  expect(left < 970 && right > 940 && top < 457 && bottom > 442).toBe(false)
})
