import { describe, expect, it } from 'vitest'
import { closedRoutes } from './closed-routes'

const closes: [number, number][] = [
  [1, 2],
  [2, 1],
  [3, 4],
  [4, 3],
]

describe('double routes', () => {
  it('are open while neither half is taken', () => {
    expect(closedRoutes(closes, [0, -1, -1, -1, -1])).toEqual(new Set())
  })
  it('close with one half where few play', () => {
    expect(closedRoutes(closes, [-1, 1, -1, -1, -1])).toEqual(new Set([2]))
  })
  it('stay open where many play', () => {
    expect(closedRoutes([], [-1, 1, -1, -1, -1])).toEqual(new Set())
  })
})
