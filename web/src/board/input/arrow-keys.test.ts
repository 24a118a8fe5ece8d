import { describe, expect, it } from 'vitest'
import type { Point } from '../geometry/drawing'
import { boardKeyOf } from './board-keys'
import { ahead, cycle, readingOrder } from './arrow-keys'

const points = new Map<string, Point>([
  ['a', [0, 0]],
  ['b', [100, 4]],
  ['c', [200, 0]],
  ['d', [10, 90]],
  ['e', [120, 100]],
])

describe('arrow keys', () => {
  it('go to what lies ahead', () => {
    expect(ahead(points, 'a', 'right')).toBe('b')
    expect(ahead(points, 'b', 'right')).toBe('c')
    expect(ahead(points, 'a', 'down')).toBe('d')
    expect(ahead(points, 'e', 'up')).toBe('b')
    expect(ahead(points, 'e', 'left')).toBe('d')
  })

  it('stay at the edge', () => {
    expect(ahead(points, 'a', 'left')).toBeNull()
    expect(ahead(points, 'a', 'up')).toBeNull()
    expect(ahead(points, 'nowhere', 'up')).toBeNull()
  })
})

it('goes on from the last to the first, and back', () => {
  expect(cycle(['a', 'b', 'c'], 'c', 1)).toBe('a')
  expect(cycle(['a', 'b', 'c'], 'a', -1)).toBe('c')
  expect(cycle(['a', 'b', 'c'], 'a', 1)).toBe('b')
  expect(cycle([], undefined, 1)).toBeUndefined()
})

it('reads in rows', () => {
  expect(readingOrder(points, 60)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

describe('keys', () => {
  const key = (name: string, more: object = {}) =>
    boardKeyOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more })

  it('have a meaning', () => {
    expect(key('ArrowUp')).toEqual({ type: 'walk', direction: 'up' })
    expect(key('+')).toEqual({ type: 'zoom', steps: 1 })
    expect(key('0')).toEqual({ type: 'fit' })
  })

  it('belong to the browser when others are held', () => {
    expect(key('0', { ctrlKey: true })).toBeNull()
    expect(key('ArrowLeft', { altKey: true })).toBeNull()
    expect(key('-', { metaKey: true })).toBeNull()
  })

  it('belong to the page when the board has no use for them', () => {
    expect(key('a')).toBeNull()
    expect(key('toString')).toBeNull()
  })
})
