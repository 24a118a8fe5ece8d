import { describe, expect, it } from 'vitest'
import type { DrawnName } from '../../net/wire'
import { placeNames, type NameRequest } from './city-names'

const place = (x: number, y: number, word = 'Abcdef', more: Partial<NameRequest & DrawnName> = {}): NameRequest => {
  const { strong = false, weight = 1, ...name } = more
  return { spot: { x, y, name: { x: x + 11, y, anchor: 'start', lines: [word], size: 12, ...name } }, strong, weight }
}
const canvas = (pixel: number) => ({ width: 1000, height: 500, pixel })
const words = (names: (DrawnName | null)[]) => names.map((name) => name?.lines[0] ?? null)

describe('names of cities', () => {
  it('stay as drawn where they can be read', () => {
    const places = [place(100, 100), place(300, 100)]
    expect(placeNames(places, canvas(1))).toEqual(places.map(({ spot }) => spot.name))
  })

  it('are never smaller on the screen than can be read', () => {
    for (const pixel of [1, 1.5, 2, 3, 4])
      for (const name of placeNames([place(300, 250), place(600, 250)], canvas(pixel)))
        expect(name!.size / pixel).toBeGreaterThanOrEqual(10)
  })

  it('do not grow with the board without limit, and come nearer to their cities instead', () => {
    const [name] = placeNames([place(100, 100)], canvas(0.25))
    expect(name!.size / 0.25).toBe(21)
    expect(name!.x).toBeLessThan(111)
  })

  it('that must be seen are bigger', () => {
    const [name] = placeNames([place(300, 250, 'Abcdef', { strong: true })], canvas(3))
    expect(name!.size).toBe(36)
  })

  it('do not lie on each other: another side is taken, or the name is left out', () => {
    const beside = [place(300, 250, 'Abcdef', { weight: 2 }), place(330, 252, 'Ghijkl')]
    const [one, two] = placeNames(beside, canvas(2))
    expect([one?.anchor, two?.anchor]).not.toEqual(['start', 'start'])
    const many = Array.from({ length: 9 }, (_, n) => place(300 + 20 * (n % 3), 250 + 20 * Math.floor(n / 3)))
    expect(placeNames(many, canvas(3)).filter((name) => name === null).length).toBeGreaterThan(2)
  })

  it('of more weight go before others, and those that must be seen before all', () => {
    const close = (strong: boolean) =>
      Array.from({ length: 6 }, (_, n) =>
        place(300 + 12 * n, 250, String(n).repeat(6), { weight: n, strong: strong && n === 0 }),
      )
    expect(words(placeNames(close(false), canvas(3)))[5]).toBe('555555')
    expect(words(placeNames(close(true), canvas(3)))[0]).toBe('000000')
  })

  it('stay on the board', () => {
    const [left, right] = placeNames(
      [place(20, 100, 'Abcdefgh', { x: 9, anchor: 'end' }), place(980, 300, 'Abcdefgh')],
      canvas(3),
    )
    const wide = 8 * 0.58 * 30
    expect(left!.x - (left!.anchor === 'end' ? wide : 0)).toBeGreaterThanOrEqual(-0.01)
    expect(right!.x + (right!.anchor === 'start' ? wide : 0)).toBeLessThanOrEqual(1000.01)
  })
})
