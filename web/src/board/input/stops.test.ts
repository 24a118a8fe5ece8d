import { describe, expect, it } from 'vitest'
import type { Drawing, DrawnCity, DrawnSpace } from '../../net/wire'
import { Stops, distance, nearest, stopOf } from './stops'

const city = (x: number, y: number, inset: [number, number] | null = null): DrawnCity => {
  const name = { x, y, anchor: 'start' as const, lines: [''], size: 12 }
  return { x, y, name, inset: inset && { x: inset[0], y: inset[1], name } }
}
const track = (y: number): DrawnSpace[] => [
  [120, y, 0, 36],
  [160, y, 0, 36],
]

// Two lanes side by side between two cities, the second of which is drawn again elsewhere.
const drawing: Drawing = {
  width: 400,
  height: 300,
  thick: 15,
  routes: [90, 109].map((y) => ({ spaces: track(y), line: [] })),
  cities: [city(80, 100), city(200, 100, [300, 250])],
  panels: [],
  frame: { width: 0, slots: [] },
  cartouche: null,
  track: null,
}

describe('the nearest line', () => {
  it('is found by its distance, also beyond its ends', () => {
    expect(
      distance(
        [0, 5],
        [
          [0, 0],
          [10, 0],
        ],
      ),
    ).toBe(5)
    expect(
      distance(
        [13, 4],
        [
          [0, 0],
          [10, 0],
        ],
      ),
    ).toBe(5)
    expect(distance([3, 4], [[0, 0]])).toBe(5)
    expect(
      nearest(
        [5, 4],
        [
          [
            [0, 0],
            [10, 0],
          ],
          [
            [0, 6],
            [10, 6],
          ],
        ],
        9,
      ),
    ).toBe(1)
  })

  it('must be near enough', () => {
    expect(
      nearest(
        [5, 40],
        [
          [
            [0, 0],
            [10, 0],
          ],
        ],
        9,
      ),
    ).toBeNull()
    expect(nearest([5, 40], [], 9)).toBeNull()
  })
})

describe('pointing', () => {
  const stops = new Stops(drawing, new Set(), false)

  it('means the nearer of two routes, however much slack there is', () => {
    expect(stops.at([140, 95], 40)).toBe('route-0')
    expect(stops.at([140, 104], 40)).toBe('route-1')
    expect(stops.routeAt([140, 60], 40)).toBe(0)
    expect(stops.routeAt([140, 60], 10)).toBeNull()
  })

  it('always reaches as far as a space is broad', () => {
    expect(stops.routeAt([140, 82], 0)).toBe(0)
  })

  it('means no city where nothing is built', () => {
    expect(stops.at([80, 100], 5)).toBeNull()
  })

  it('means a city by its disc, and one that can be built in from farther', () => {
    const building = new Stops(drawing, new Set([1]), true)
    expect(building.at([80, 100], 30)).toBe('city-0')
    expect(building.at([94, 97], 30)).toBe('route-0')
    expect(building.at([212, 100], 30)).toBe('city-1')
    expect(building.at([300, 251], 5)).toBe('city-1')
  })
})

describe('stops', () => {
  const stops = new Stops(drawing, new Set([1]), true)

  it('are all routes, and cities that can be built in', () => {
    expect([...stops.middles]).toEqual([
      ['route-0', [140, 90]],
      ['route-1', [140, 109]],
      ['city-1', [200, 100]],
    ])
  })

  it('know where they are', () => {
    expect(stops.extentOf('route-0')).toEqual([102, 90, 178, 90])
    expect(stops.extentOf('city-1')).toEqual([200, 100, 200, 100])
    expect(stops.extent([0], [1])).toEqual([102, 90, 200, 100])
    expect(stops.extent([])).toBeNull()
    expect(stopOf('city-12')).toEqual({ kind: 'city', number: 12 })
  })
})
