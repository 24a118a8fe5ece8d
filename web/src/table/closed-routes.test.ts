import { describe, expect, it } from 'vitest'
import type { RouteData } from '../net/wire'
import { closed } from './closed-routes'

const route = (pair: number | null): RouteData => ({
  id: '',
  a: 0,
  b: 1,
  length: 2,
  color: null,
  kind: 'plain',
  symbols: 0,
  pair,
  spaces: 2,
})
const edition = { routes: [route(null), route(1), route(1), route(2), route(2)], both_from: 4 }

describe('double routes', () => {
  it('are open while neither half is taken', () => {
    expect(closed(edition, [0, -1, -1, -1, -1], 2)).toEqual(new Set())
  })
  it('close with one half where few play', () => {
    expect(closed(edition, [-1, 1, -1, -1, -1], 3)).toEqual(new Set([2]))
  })
  it('stay open where many play', () => {
    expect(closed(edition, [-1, 1, -1, -1, -1], 4)).toEqual(new Set())
  })
})
