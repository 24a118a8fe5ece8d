import { describe, expect, it } from 'vitest'
import { addressOf, pathIn, PREFIX } from './prefix'

describe('a path prefix', () => {
  it('is empty without the server', () => {
    expect(PREFIX).toBe('')
    expect(addressOf('/t/BCDFGH')).toBe('/t/BCDFGH')
    expect(pathIn('/t/BCDFGH')).toBe('/t/BCDFGH')
  })

  it('comes before every path', () => expect(addressOf('/?new=europe', '/kolej')).toBe('/kolej/?new=europe'))

  it.each([
    ['/kolej', '/'],
    ['/kolej/', '/'],
    ['/kolej/t/BCDFGH', '/t/BCDFGH'],
    ['/kolej/kolej', '/kolej'],
  ])('is removed from %s', (address, path) => expect(pathIn(address, '/kolej')).toBe(path))

  it.each(['/', '/kolejka', '/t/kolej/', ''])('does not contain %s', (address) =>
    expect(pathIn(address, '/kolej')).toBeNull(),
  )
})
