import { describe, expect, it } from 'vitest'
import type { DrawnName, DrawnSpace } from '../../net/wire'
import { boxOf, hits, obstaclesOf, placeNames, thin, type NameRequest, type PlacedName } from './city-names'

const place = (x: number, y: number, word = 'Abcdef', more: Partial<NameRequest & DrawnName> = {}): NameRequest => {
  const { strong = false, weight = 1, ...name } = more
  return { spot: { x, y, name: { x: x + 11, y, anchor: 'start', lines: [word], size: 12, ...name } }, strong, weight }
}
const canvas = (pixel: number) => ({ width: 1000, height: 500, pixel })
const words = (names: (DrawnName | null)[]) => names.map((name) => name?.lines[0] ?? null)
/** Four rings of spaces around a city at (300, 250). */
const cage = obstaclesOf(
  [27, 47, 67, 87].flatMap((away) =>
    [-1, 1].flatMap((side) => [
      { spaces: [[300, 250 + side * away, 0, 2 * away + 16] as DrawnSpace] },
      { spaces: [[300 + side * away, 250, 90, 2 * away + 16] as DrawnSpace] },
    ]),
  ),
  15,
)

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

  it('grow with the zoom, but less than the board, and come nearer to their cities', () => {
    const [near, nearer] = [0.5, 0.25].map((pixel) => placeNames([place(100, 100)], canvas(pixel))[0]!.size / pixel)
    expect(near).toBeGreaterThan(16)
    expect(nearer).toBeGreaterThan(near)
    expect(nearer).toBeLessThan(48 * 0.75)
  })

  it('never lie on a space or on a piece', () => {
    const row = { spaces: [140, 180, 220].map((x): DrawnSpace => [x, 100, 0, 36]) }
    const steep = { spaces: [60, 25].map((y): DrawnSpace => [100, y, 90, 36]) }
    const obstacles = obstaclesOf([row, steep], 15)
    for (const pixel of [0.5, 1, 1.5, 2, 3]) {
      const [name] = placeNames([place(100, 100)], canvas(pixel), obstacles)
      expect(name, `at ${pixel}`).not.toBeNull()
      const { left, top, right, bottom } = boxOf(name!, false)
      expect(obstacles.some((each) => hits(each, { left, top, right, bottom }))).toBe(false)
    }
  })

  it('are abbreviated before they are left out', () => {
    const walls = [-1, 1].map((side) => ({ spaces: [[300, 250 + side * 27, 0, 90] as DrawnSpace] }))
    const ends = [-1, 1].map((side) => ({ spaces: [[300 + side * 90, 250, 90, 70] as DrawnSpace] }))
    const [name] = placeNames([place(300, 250, 'Constantinople')], canvas(1.2), obstaclesOf([...walls, ...ends], 15))
    expect(name?.lines).toEqual(['Consta.'])
    const close = [-1, 1].map((side) => ({ spaces: [[300 + side * 30, 250, 90, 70] as DrawnSpace] }))
    expect(placeNames([place(300, 250)], canvas(1.2), obstaclesOf([...walls, ...close], 15))).toEqual([null])
  })

  it('without room beside their city lie farther away, at the end of a line that crosses nothing', () => {
    const around = [-1, 1].flatMap((side) => [
      { spaces: [[300, 250 + side * 27, 0, 60] as DrawnSpace] },
      { spaces: [[300 + side * 58, 250, 90, 14] as DrawnSpace] },
    ])
    const obstacles = obstaclesOf(around, 15)
    const [name] = placeNames([place(300, 250)], canvas(1.2), obstacles)
    expect(name?.lines).toEqual(['Abcdef'])
    const [x, y, u, v] = name!.leader!
    expect(Math.hypot(x - 300, y - 250)).toBeLessThan(9)
    for (let part = 0; part <= 1; part += 0.02) {
      const [left, top] = [x + part * (u - x), y + part * (v - y)]
      expect(obstacles.some((each) => hits(each, { left, top, right: left, bottom: top }))).toBe(false)
    }
    expect(obstacles.some((each) => hits(each, boxOf(name!, false)))).toBe(false)
  })

  it('that must be seen are bigger', () => {
    const [name] = placeNames([place(300, 250, 'Abcdef', { strong: true })], canvas(3))
    expect(name!.size).toBe(37.5)
  })

  it('do not lie on each other: another side is taken, or the name is left out', () => {
    const beside = [place(300, 250, 'Abcdef', { weight: 2 }), place(330, 252, 'Ghijkl')]
    const [one, two] = placeNames(beside, canvas(2))
    expect([one?.anchor, two?.anchor]).not.toEqual(['start', 'start'])
    const many = Array.from({ length: 9 }, (_, n) => place(300 + 20 * (n % 3), 250 + 20 * Math.floor(n / 3)))
    expect(placeNames(many, canvas(3)).filter((name) => name === null).length).toBeGreaterThan(0)
  })

  it('of more weight go before others, and those that must be seen before all', () => {
    const close = (strong: boolean) =>
      Array.from({ length: 6 }, (_, n) =>
        place(300 + 12 * n, 250, String(n).repeat(6), { weight: n, strong: strong && n === 0 }),
      )
    expect(words(placeNames(close(false), canvas(3)))[5]).toBe('555555')
    expect(words(placeNames(close(true), canvas(3)))[0]).toBe('000000')
  })

  it('that must be seen take the place of others, which would have no other', () => {
    // Between two walls there is room for one name.
    const walls = [215, 285].map((y) => ({ spaces: [[300, y, 0, 560] as DrawnSpace] }))
    const ends = [20, 420].map((x) => ({ spaces: [[x, 250, 90, 90] as DrawnSpace] }))
    const obstacles = obstaclesOf([...walls, ...ends], 15)
    const pair = (strong: boolean) => [
      place(200, 250, 'Strongest', { weight: 1, strong }),
      place(360, 250, 'Abcdefghijkl', { weight: 5, anchor: 'end', x: 349 }),
    ]
    expect(placeNames(pair(true), canvas(1.2), obstacles)[0]?.lines).toEqual(['Strongest'])
    const [name] = placeNames([place(300, 250, 'Abcdef', { strong: true })], canvas(2), cage)
    expect(name?.leader).toBeDefined()
    expect(cage.some((each) => hits(each, boxOf(name!, true)))).toBe(false)
    expect(placeNames([place(300, 250)], canvas(2), cage)).toEqual([null])
  })

  it('do not lie on the line to another name', () => {
    const lone = place(300, 250, 'Abcdef', { strong: true })
    const [{ leader }] = placeNames([lone], canvas(2), cage) as [PlacedName]
    const [x, y, u, v] = leader!
    const on = place((x + u) / 2 - 30, (y + v) / 2, 'Xyz')
    const [first, second] = placeNames([lone, on], canvas(1), cage)
    expect(first?.leader).toBeDefined()
    const line = thin(first!.leader!)
    expect(second === null || !hits(line, boxOf(second, false))).toBe(true)
  })

  it('stay off the frame of the board', () => {
    const places = [place(40, 100, 'Abcdefgh', { x: 29, anchor: 'end' }), place(960, 300, 'Abcdefgh')]
    for (const name of placeNames(places, { ...canvas(1.5), edge: 25 })) {
      const { left, right } = boxOf(name!, false)
      expect(left).toBeGreaterThanOrEqual(25)
      expect(right).toBeLessThanOrEqual(975)
    }
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
