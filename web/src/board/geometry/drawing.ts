/** The geometry of a board, as the server sends it. y grows downwards. */

export type Point = [x: number, y: number]

/** A rectangle of `length` × the drawing's `thick`, turned clockwise by an angle in degrees around its middle. */
export type Space = [x: number, y: number, angle: number, length: number]

export interface Name {
  x: number
  /** The middle of the height of all lines. */
  y: number
  anchor: 'start' | 'middle' | 'end'
  lines: string[]
  size: number
}

export interface Spot {
  x: number
  y: number
  name: Name
}

export interface CityDrawing extends Spot {
  /** Where the city is drawn a second time, in an enlarged part of the board. */
  inset: Spot | null
}

export interface RouteDrawing {
  spaces: Space[]
  /** From city to city. */
  line: Point[]
}

export interface Panel {
  x: number
  y: number
  width: number
  height: number
  area: string
}

export interface Drawing {
  width: number
  height: number
  thick: number
  /** In the order of the board, as are the cities. */
  routes: RouteDrawing[]
  cities: CityDrawing[]
  panels: Panel[]
}

/** Everywhere a city is drawn. */
export function spots(city: CityDrawing): Spot[] {
  return city.inset ? [city, city.inset] : [city]
}

/** An angle along which things are not upside down. */
export function upright(angle: number): number {
  const turned = ((angle % 180) + 180) % 180
  return turned > 90 ? turned - 180 : turned
}

/** The middle line of a route's spaces, from end to end and a little beyond. */
export function lane(spaces: readonly Space[], beyond = 0): Point[] {
  const first = spaces[0]
  const last = spaces.at(-1)
  if (!first || !last) return []
  return [end(first, -1, beyond), ...spaces.map(([x, y]): Point => [x, y]), end(last, 1, beyond)]
}

function end([x, y, angle, length]: Space, side: -1 | 1, beyond: number): Point {
  const turn = (angle * Math.PI) / 180
  const away = side * (length / 2 + beyond)
  return [x + away * Math.cos(turn), y + away * Math.sin(turn)]
}

/** Points as the `d` of a path. */
export function path(points: readonly Point[]): string {
  return points.map(([x, y], n) => `${n ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** The outline of a route's spaces, `margin` away from them, as the `d` of a path. */
export function outline(spaces: readonly Space[], thick: number, margin: number): string {
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
