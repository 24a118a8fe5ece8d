/** Routes and cities that can be pointed at, by keys such as "route-12" and "city-3". */

import type { Extent } from '../geometry/camera'
import { DISC, type Point, lane, spots } from '../geometry/drawing'
import type { Drawing } from '../../net/wire'

export type StopKey = `route-${number}` | `city-${number}`

export interface Stop {
  kind: 'route' | 'city'
  number: number
}

export function stopOf(key: StopKey): Stop {
  const [kind, number] = key.split('-')
  return { kind: kind === 'city' ? 'city' : 'route', number: Number(number) }
}

/** The key of an element of the board, or null for anything else. */
export function keyOf(target: EventTarget | null): StopKey | null {
  const element = target instanceof Element ? target.closest<SVGElement>('[data-key]') : null
  return (element?.dataset.key ?? null) as StopKey | null
}

/** All routes of a board, and its cities where the edition has something to build. */
export class Stops {
  private readonly lanes: Point[][]
  private readonly cities: Point[][]

  constructor(
    private readonly drawing: Drawing,
    private readonly buildable: ReadonlySet<number>,
    /** Whether cities can be pointed at, including those where nothing can be built now. */
    private readonly builds: boolean,
  ) {
    this.lanes = drawing.routes.map(({ spaces }) => lane(spaces))
    this.cities = drawing.cities.map((city) => spots(city).map(({ x, y }): Point => [x, y]))
  }

  /** The points that arrow keys move between. */
  get middles(): Map<StopKey, Point> {
    return new Map<StopKey, Point>([
      ...this.drawing.routes.map((_, n): [StopKey, Point] => [`route-${n}`, this.middle(n)]),
      ...[...this.buildable].map((n): [StopKey, Point] => [`city-${n}`, this.cities[n]?.[0] ?? [0, 0]]),
    ])
  }

  /** The part of the board that holds these; null for none. */
  extent(routes: readonly number[], cities: readonly number[] = []): Extent | null {
    const points = [
      ...routes.flatMap((route) => this.lanes[route] ?? []),
      ...cities.flatMap((city) => this.cities[city]?.slice(0, 1) ?? []),
    ]
    if (points.length === 0) return null
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  }

  /** The part of the board that holds one of them. */
  extentOf(key: StopKey): Extent | null {
    const { kind, number } = stopOf(key)
    return kind === 'route' ? this.extent([number]) : this.extent([], [number])
  }

  /** The route at a point, or no farther from it than `slack`. */
  routeAt(at: Point, slack: number): number | null {
    return nearest(at, this.lanes, Math.max(this.drawing.thick / 2 + 2, slack))
  }

  /** What is at a point, or near it. */
  at(at: Point, slack: number): StopKey | null {
    const city = this.builds ? this.cityAt(at, slack) : null
    if (city !== null) return `city-${city}`
    const route = this.routeAt(at, slack)
    return route === null ? null : `route-${route}`
  }

  /** Cities are small: one that can be built in is hit beyond its disc. */
  private cityAt(at: Point, slack: number): number | null {
    let found: number | null = null
    let least = Infinity
    this.cities.forEach((places, number) => {
      const away = Math.min(...places.map(([x, y]) => Math.hypot(x - at[0], y - at[1])))
      const reach = this.buildable.has(number) ? Math.max(DISC, slack) : DISC
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

/** The distance from a point to a polyline. */
export function distance([x, y]: Point, line: readonly Point[]): number {
  let least = Infinity
  for (let n = 0; n < line.length; n++) {
    const [ax, ay] = line[n] as Point
    const [bx, by] = line[n + 1] ?? [ax, ay]
    const [dx, dy] = [bx - ax, by - ay]
    const long = dx * dx + dy * dy
    const share = long ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long)) : 0
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
  }
  return least
}

/** The index of the line nearest to a point, if it is near enough: thin routes are easy to hit, close ones distinguishable. */
export function nearest(at: Point, lines: readonly (readonly Point[])[], within: number): number | null {
  let found: number | null = null
  let least = within
  lines.forEach((line, number) => {
    const away = distance(at, line)
    if (away < least) [found, least] = [number, away]
  })
  return found
}
