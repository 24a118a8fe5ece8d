/** Paths and outlines of the drawing that the server sends. y grows downwards. */

import type { DrawnCity, DrawnRoute, DrawnSpace } from '../../net/wire'

export type Point = DrawnRoute['line'][number]

/** The radius that a city takes, in units of the board. */
export const DISC = 9

/** A place where a city is drawn. */
export type Spot = Pick<DrawnCity, 'x' | 'y' | 'name'>

/** Everywhere a city is drawn. */
export function spots(city: DrawnCity): Spot[] {
  return city.inset ? [city, city.inset] : [city]
}

/** The angle, turned so that nothing is upside down. */
export function upright(angle: number): number {
  const turned = ((angle % 180) + 180) % 180
  return turned > 90 ? turned - 180 : turned
}

/** The centre line of a route's spaces, extended by `beyond` at both ends. */
export function lane(spaces: readonly DrawnSpace[], beyond = 0): Point[] {
  const first = spaces[0]
  const last = spaces.at(-1)
  if (!first || !last) return []
  return [end(first, -1, beyond), ...spaces.map(([x, y]): Point => [x, y]), end(last, 1, beyond)]
}

function end([x, y, angle, length]: DrawnSpace, side: -1 | 1, beyond: number): Point {
  const turn = (angle * Math.PI) / 180
  const away = side * (length / 2 + beyond)
  return [x + away * Math.cos(turn), y + away * Math.sin(turn)]
}

/** Points as the `d` of a path. */
export function path(points: readonly Point[]): string {
  return points.map(([x, y], n) => `${n ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** The outline of a route's spaces, `margin` away from them, as the `d` of a path. */
export function outline(spaces: readonly DrawnSpace[], thick: number, margin: number): string {
  const away = thick / 2 + margin
  const points = lane(spaces, margin)
  const sides = [-away, away].map((aside) =>
    points.map(([x, y], n): Point => {
      const [, , angle] = spaces[Math.min(Math.max(n - 1, 0), spaces.length - 1)]
      const turn = (angle * Math.PI) / 180
      return [x - aside * Math.sin(turn), y + aside * Math.cos(turn)]
    }),
  )
  return `${path([...sides[0], ...sides[1].reverse()])}Z`
}
