import { describe, expect, it } from 'vitest'
import { paint } from './colors'
import { pieceOf } from './pieces'
import { PLAYERS, SHAPES, playerOf } from './players'
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
})

describe('players', () => {
  it('have shapes of their own that no card colour has', () => {
    const shapes = PLAYERS.map(({ shape }) => SHAPES[shape])
    expect(new Set([...shapes, ...Object.values(SYMBOLS)]).size).toBe(shapes.length + Object.keys(SYMBOLS).length)
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
      for (const length of [15, 24, 42]) {
        const { body, glass, dark, stripe } = pieceOf(name, length, 15)
        expect(`${body}${glass}${dark}${stripe}`).not.toMatch(/NaN|Infinity/)
      }
    }
  })

  it('of a bullet train have a nose only at the ends', () => {
    const nose = (place: 'only' | 'first' | 'middle' | 'last') =>
      (pieceOf('bullet', 36, 15, place).body.match(/Q/g) ?? []).length
    expect([nose('only'), nose('first'), nose('middle'), nose('last')]).toEqual([2, 1, 0, 1])
  })
})
