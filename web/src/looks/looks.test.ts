import { describe, expect, it } from 'vitest'
import { paint, routePaint } from './colors'
import { pieceOf, viewOf } from './pieces'
import { PLAYERS, SHAPES, livery, playerOf } from './players'
import { SYMBOLS, letter } from './symbols'

describe('colours', () => {
  it('of the boards have a symbol each, no two alike', () => {
    const colors = ['black', 'blue', 'green', 'orange', 'purple', 'red', 'white', 'yellow', 'wild']
    const symbols = colors.map((color) => SYMBOLS[color])
    expect(symbols.every(Boolean)).toBe(true)
    expect(new Set(symbols).size).toBe(colors.length)
    expect(colors.every((color) => paint(color).fill === `var(--card-${color})`)).toBe(true)
  })

  it('of somebody’s own board have a paint and a letter', () => {
    expect(paint('mauve').fill).toMatch(/^hsl\(\d+ /)
    expect(paint('mauve')).toEqual(paint('mauve'))
    expect(letter('mauve')).toBe('M')
    expect(letter('')).toBe('?')
  })

  it('of routes are tints: listed for the boards, mixed for others', () => {
    expect(routePaint('red').fill).toBe('var(--route-red)')
    expect(routePaint('gray').fill).toBe('var(--route-gray)')
    expect(routePaint('pink').fill).toBe('color-mix(in oklab, var(--card-pink) 50%, var(--route-paper))')
    expect(routePaint('mauve').fill).toContain(paint('mauve').fill)
  })
})

describe('players', () => {
  it('have shapes of their own that no card colour has', () => {
    const shapes = PLAYERS.map(({ shape }) => SHAPES[shape])
    expect(new Set([...shapes, ...Object.values(SYMBOLS)]).size).toBe(shapes.length + Object.keys(SYMBOLS).length)
  })

  it('have patterns of their own, drawn alike at both ends', () => {
    const ends = { inner: 10, outer: 20, top: -5, bottom: 5 }
    const patterns = PLAYERS.map(({ pattern }) => livery(pattern, ends))
    expect(new Set(patterns).size).toBe(PLAYERS.length)
    for (const path of patterns) expect((path.match(/M/g) ?? []).length % 2).toBe(0)
  })

  it('have a look each, and again from the first where there are more', () => {
    expect(new Set(PLAYERS.map(({ fill }) => fill)).size).toBe(5)
    expect(playerOf(6)).toBe(PLAYERS[1])
  })
})

describe('pieces', () => {
  const NAMES = ['train', 'taxi', 'tram', 'subway', 'station', 'bullet']

  it('look each its own', () => {
    expect(new Set(NAMES.map((name) => pieceOf(name, 36, 15).body)).size).toBe(NAMES.length)
    expect(pieceOf('balloon', 36, 15)).toEqual(pieceOf('train', 36, 15))
  })

  it('fit their space, long or short', () => {
    for (const name of NAMES) {
      for (const [length, view] of [15, 24, 42].flatMap((each) => [[each, 'side'] as const, [each, 'top'] as const])) {
        const { body, roof, glass, dark, stripe } = pieceOf(name, length, 15, 'only', view)
        expect(`${body}${roof}${glass}${dark}${stripe}`).not.toMatch(/NaN|Infinity/)
      }
    }
  })

  it('are seen from above on steep routes, except buildings', () => {
    expect([0, 30, -34, 36, -90].map(viewOf)).toEqual(['side', 'side', 'side', 'top', 'top'])
    const above = (name: string) => pieceOf(name, 36, 15, 'only', 'top').body
    expect(new Set(NAMES.map(above)).size).toBe(NAMES.length)
    for (const name of NAMES) expect(above(name) === pieceOf(name, 36, 15).body, name).toBe(name === 'station')
  })

  it('of a bullet train have a nose only at the ends', () => {
    const nose = (place: 'only' | 'first' | 'middle' | 'last') =>
      (pieceOf('bullet', 36, 15, place).body.match(/Q/g) ?? []).length
    expect([nose('only'), nose('first'), nose('middle'), nose('last')]).toEqual([2, 1, 0, 1])
  })
})
