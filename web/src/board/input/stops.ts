/** The things on a board that can be chosen, by keys such as "route-12" and "city-3". */

import type { Extent } from '../geometry/camera'
import { type Drawing, type Point, lane, spots } from '../geometry/drawing'
import { nearest } from '../nearest'

export type Key = `route-${number}` | `city-${number}`

export interface Stop {
  kind: 'route' | 'city'
  number: number
}

export function stopOf(key: Key): Stop {
  const [kind, number] = key.split('-')
  return { kind: kind === 'city' ? 'city' : 'route', number: Number(number) }
}

/** The key of an element of the board, or null for anything else. */
export function keyOf(target: EventTarget | null): Key | null {
  const element = target instanceof Element ? target.closest<SVGElement>('[data-key]') : null
  return (element?.dataset.key ?? null) as Key | null
}

/** A board as things to point at: all its routes, and cities where something is built in them. */
export class Stops {
  private readonly lanes: Point[][]
  private readonly cities: Point[][]

  constructor(
    private readonly drawing: Drawing,
    private readonly buildable: ReadonlySet<number>,
    /** Whether cities can be pointed at, also those that nothing can be built in now. */
    private readonly builds: boolean,
  ) {
    this.lanes = drawing.routes.map(({ spaces }) => lane(spaces))
    this.cities = drawing.cities.map((city) => spots(city).map(({ x, y }): Point => [x, y]))
  }

  /** Where arrow keys find them. */
  get middles(): Map<Key, Point> {
    return new Map<Key, Point>([
      ...this.drawing.routes.map((_, n): [Key, Point] => [`route-${n}`, this.middle(n)]),
      ...[...this.buildable].map((n): [Key, Point] => [`city-${n}`, this.cities[n]?.[0] ?? [0, 0]]),
    ])
  }

  /** The part of the board where these are; null for none. */
  extent(routes: readonly number[], cities: readonly number[] = []): Extent | null {
    const points = [
      ...routes.flatMap((route) => this.lanes[route] ?? []),
      ...cities.flatMap((city) => this.cities[city]?.slice(0, 1) ?? []),
    ]
    if (points.length === 0) return null
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }

  /** The part of the board where something that can be chosen is. */
  extentOf(key: Key): Extent | null {
    const { kind, number } = stopOf(key)
    return kind === 'route' ? this.extent([number]) : this.extent([], [number])
  }

  /** The route at a point, or no farther from it than `slack`. */
  routeAt(at: Point, slack: number): number | null {
    return nearest(at, this.lanes, Math.max(this.drawing.thick / 2 + 2, slack))
  }

  /** What somebody means who points there. */
  at(at: Point, slack: number): Key | null {
    const city = this.builds ? this.cityAt(at, slack) : null
    if (city !== null) return `city-${city}`
    const route = this.routeAt(at, slack)
    return route === null ? null : `route-${route}`
  }

  /** Cities are small: one that can be built in reaches farther out than its disc. */
  private cityAt(at: Point, slack: number): number | null {
    const disc = 9
    let found: number | null = null
    let least = Infinity
    this.cities.forEach((places, number) => {
      const away = Math.min(...places.map(([x, y]) => Math.hypot(x - at[0], y - at[1])))
      const reach = this.buildable.has(number) ? Math.max(disc, slack) : disc
      if (away < reach && away < least) [found, least] = [number, away]
    })
    return found
  }

  private middle(route: number): Point {
    const points = this.lanes[route] ?? []
    const half = points[Math.floor(points.length / 2)] ?? [0, 0]
    const other = points[Math.ceil(points.length / 2) - 1] ?? half
    return [(half[0] + other[0]) / 2, (half[1] + other[1]) / 2]
  }
}
