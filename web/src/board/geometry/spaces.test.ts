import { describe, expect, it } from 'vitest'
import { signedSpace, symbolSpaces } from './spaces'

describe('the symbol of a route', () => {
  it('is on one of its spaces, in the middle', () => {
    for (let spaces = 1; spaces <= 9; spaces += 1) {
      const signed = signedSpace(spaces, symbolSpaces(spaces, 0))
      expect(Math.abs(signed - (spaces - 1) / 2)).toBeLessThan(1)
    }
  })

  it('shares a space with the symbol of a wild only where every space has one', () => {
    for (let spaces = 1; spaces <= 9; spaces += 1) {
      for (let symbols = 1; symbols <= spaces; symbols += 1) {
        const [first, end] = symbolSpaces(spaces, symbols)
        const signed = signedSpace(spaces, [first, end])
        expect(signed).toBeGreaterThanOrEqual(0)
        expect(signed).toBeLessThan(spaces)
        expect(signed >= first && signed < end, `${symbols} of ${spaces}`).toBe(symbols === spaces)
      }
    }
  })
})
