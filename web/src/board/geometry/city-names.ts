/**
 * Places city names for the scale that they are shown at: readable, not too big, and never on a space, a piece, another
 * city or another name. Where there is no room a name is broken, made smaller or abbreviated, and in the end left out.
 */

import type { Spot } from './drawing'
import type { DrawnName, DrawnSpace } from '../../net/wire'

/** Line height, and the heights of letters above and below the line, relative to the font size. */
export const LINE = 1.15
const [ABOVE, BELOW] = [0.74, 0.21]
/** The baseline of the last of several lines is this far below the middle of all of them, relative to the font size. */
export const DROP = 0.35
/** Font sizes in pixels: smallest, smallest for strong names, and where growing with the zoom slows down. */
const SIZES = { least: 10, strong: 12.5, slow: 16 }
const SLOWER = 0.45
/** Pieces are bigger than their spaces by these factors and units. */
const TALLER = 1.42
const LONGER = 3
/** Radius of a city, and pixels that stay free around a name. */
const DISC = 9
const FREE = 0.8

/** The width of a text of size 1. */
export type Measure = (text: string, strong: boolean) => number

export interface NameRequest {
  spot: Spot
  /** Marked or highlighted: it comes first, and is bigger. */
  strong: boolean
  /** Where there is no room for all names, those with more weight are shown. */
  weight: number
}

export interface Canvas {
  width: number
  height: number
  /** Units of the board per pixel. */
  pixel: number
  /** How much bigger the marks of cities are drawn. */
  grow?: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A rotated rectangle: its middle, the cosine and sine of its angle, and half its sides. */
interface Obstacle {
  x: number
  y: number
  c: number
  s: number
  along: number
  across: number
  reach: number
}

const estimate: Measure = (text, strong) => text.length * (strong ? 0.6 : 0.57)

/** Directions from a city, the most readable first, each with its anchor. */
const SIDES: readonly (readonly [number, number, DrawnName['anchor']])[] = [
  [1, 0, 'start'],
  [-1, 0, 'end'],
  [0, -1, 'middle'],
  [0, 1, 'middle'],
  [0.8, -0.75, 'start'],
  [0.8, 0.75, 'start'],
  [-0.8, -0.75, 'end'],
  [-0.8, 0.75, 'end'],
  [0.2, -1, 'start'],
  [0.2, 1, 'start'],
  [-0.2, -1, 'end'],
  [-0.2, 1, 'end'],
  [-0.7, -1, 'start'],
  [-0.7, 1, 'start'],
  [0.7, -1, 'end'],
  [0.7, 1, 'end'],
]
const STEPS = [1, 1.3, 1.7, 2.2]
/** A strong name may be farther away. */
const FARTHER = [2.8, 3.5]

/** The obstacles of a board: all spaces, with the pieces that may stand on them. */
export function obstaclesOf(routes: readonly { spaces: readonly DrawnSpace[] }[], thick: number): Obstacle[] {
  return routes.flatMap(({ spaces }) =>
    spaces.map(([x, y, angle, length]) => {
      const turn = (angle * Math.PI) / 180
      const [along, across] = [(length + LONGER) / 2, (thick * TALLER) / 2]
      return { x, y, c: Math.cos(turn), s: Math.sin(turn), along, across, reach: Math.hypot(along, across) }
    }),
  )
}

/** Something printed on the board that is no route, such as its cartouche. */
export function printed({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Obstacle {
  const [along, across] = [width / 2, height / 2]
  return { x: x + along, y: y + across, c: 1, s: 0, along, across, reach: Math.hypot(along, across) }
}

/** Each name as it is drawn; null if there is no room for it. */
export function placeNames(
  places: readonly NameRequest[],
  canvas: Canvas,
  obstacles: readonly Obstacle[] = [],
  measure: Measure = estimate,
): (DrawnName | null)[] {
  const found = places.map((): DrawnName | null => null)
  const taken: Box[] = []
  const order = places.map((_, n) => n).sort((a, b) => rank(places[b]) - rank(places[a]) || a - b)
  for (const n of order) {
    const discs = places.flatMap(({ spot: { x, y } }, at) => (at === n ? [] : [around(x, y, DISC)]))
    const name = placed(places[n], canvas, [...taken, ...discs], obstacles, measure)
    if (name) taken.push(boxOf(name, places[n].strong, measure))
    found[n] = name
  }
  return found
}

const rank = ({ strong, weight }: NameRequest): number => (strong ? 1000 : 0) + weight

/** The font size in pixels that a name should have. */
function wanted({ size }: DrawnName, strong: boolean, pixel: number): number {
  const natural = size / pixel
  const eased = natural > SIZES.slow ? SIZES.slow + (natural - SIZES.slow) * SLOWER : natural
  return Math.max(eased, strong ? SIZES.strong : SIZES.least)
}

function placed(
  { spot, strong }: NameRequest,
  canvas: Canvas,
  boxes: readonly Box[],
  obstacles: readonly Obstacle[],
  measure: Measure,
): DrawnName | null {
  const { pixel } = canvas
  const full = spot.name.lines.join(' ').replaceAll('- ', '-')
  const most = wanted(spot.name, strong, pixel)
  const sizes = [...new Set([most, (most + SIZES.least) / 2, SIZES.least].map((size) => Math.min(size, most)))]
  const free = FREE * pixel
  // Nothing beyond this distance can be in the way.
  const far = measure(full, strong) * most * pixel + (4 * DISC + most * pixel * 4) * 2
  const near = obstacles.filter(({ x, y, reach }) => Math.hypot(x - spot.x, y - spot.y) < far + reach)
  const close = boxes.filter(
    ({ left, right, top, bottom }) =>
      left < spot.x + far && right > spot.x - far && top < spot.y + far && bottom > spot.y - far,
  )
  const fits = (name: DrawnName): boolean => {
    const box = boxOf(name, strong, measure)
    if (box.left < 2 || box.top < 2 || box.right > canvas.width - 2 || box.bottom > canvas.height - 2) return false
    const grown = { left: box.left - free, top: box.top - free, right: box.right + free, bottom: box.bottom + free }
    return !close.some((each) => overlap(each, grown)) && !near.some((each) => hits(each, grown))
  }
  for (const lines of spellings(full, spot.name.lines)) {
    for (const px of sizes) {
      const name = candidates(spot, lines, px * pixel, canvas.grow ?? 1, strong).find(fits)
      if (name) return name
    }
  }
  return null
}

/** The name as it was drawn, on one line, on several, and abbreviated. */
function spellings(full: string, drawn: readonly string[]): string[][] {
  const words = full.match(/[^\s-]+-?|-/g) ?? [full]
  const all = [[...drawn], [full]]
  if (words.length > 1) all.push(halved(words))
  const short = abbreviated(words)
  if (short !== full) all.push([short])
  if (words.length === 1 && full.length > 4) all.push([`${full.slice(0, 3)}.`])
  if (words.length > 1) all.push([words.map((word) => `${word[0]}.`).join(' ')])
  return all
}

function halved(words: readonly string[]): string[] {
  const joined = (some: readonly string[]) =>
    some
      .map((word) => (word.endsWith('-') ? word : `${word} `))
      .join('')
      .trim()
  const cuts = words.slice(1).map((_, n) => [joined(words.slice(0, n + 1)), joined(words.slice(n + 1))])
  const long = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length))
  return cuts.reduce((best, next) => (long(next) < long(best) ? next : best))
}

/** Further words by their first letters, and a long word by its beginning. */
function abbreviated(words: readonly string[]): string {
  if (words.length > 1)
    return [words[0], ...words.slice(1).map((word) => `${word[0]}.`)].join(' ').replaceAll('- ', '-')
  return words[0].length > 7 ? `${words[0].slice(0, 6)}.` : words[0]
}

/** Places for a name of a size: as in the drawing, or on another side of its city. */
function candidates({ x, y, name }: Spot, lines: string[], size: number, grow: number, strong: boolean): DrawnName[] {
  const half = (LINE * (lines.length - 1) * size + (ABOVE + BELOW) * size) / 2
  const away = (strong ? 14.5 * Math.min(grow, 1.8) : DISC + 1.5) + 0.12 * size
  const by = size / name.size
  const own = {
    ...name,
    lines,
    size,
    x: x + (name.x - x) * Math.max(1, by * 0.9),
    y: y + (name.y - y) * Math.max(1, by),
  }
  const asDrawn =
    by <= 1
      ? [
          { ...name, lines, size },
          { ...own, x: x + (name.x - x) * by, y: y + (name.y - y) * by },
        ]
      : [own]
  const places = [...STEPS, ...(strong ? FARTHER : [])].flatMap((step) =>
    SIDES.map(([dx, dy, anchor]): DrawnName => {
      const aside = dx * away * step
      return { lines, size, anchor, x: x + aside, y: y + dy * (away * step + half * (Math.abs(dy) < 0.5 ? 0 : 1)) }
    }),
  )
  const stays = !strong || Math.hypot(name.x - x, name.y - y) >= away * 0.95
  return lines.join(' ').length === name.lines.join(' ').length && stays ? [...asDrawn, ...places] : places
}

/** A name that must be shown, whatever it covers. */
export function beside(spot: Spot, canvas: Canvas): DrawnName {
  const size = wanted(spot.name, true, canvas.pixel) * canvas.pixel
  const name = candidates(spot, spot.name.lines, size, canvas.grow ?? 1, true)[0]
  return name.x > canvas.width * 0.85 ? { ...name, x: 2 * spot.x - name.x, anchor: 'end' } : name
}

/** The letters of a name, without the room above and below them. */
export function boxOf({ x, y, anchor, lines, size }: DrawnName, strong: boolean, measure: Measure = estimate): Box {
  const wide = Math.max(...lines.map((line) => measure(line, strong))) * size
  const left = x - { start: 0, middle: wide / 2, end: wide }[anchor]
  const half = (LINE * (lines.length - 1) * size) / 2
  return {
    left,
    right: left + wide,
    top: y - half + (DROP - ABOVE) * size,
    bottom: y + half + (DROP + BELOW) * size,
  }
}

const around = (x: number, y: number, by: number): Box => ({ left: x - by, right: x + by, top: y - by, bottom: y + by })

function overlap(one: Box, two: Box): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
}

/** Whether a rotated rectangle and a box overlap (separating axes). */
export function hits({ x, y, c, s, along, across, reach }: Obstacle, { left, top, right, bottom }: Box): boolean {
  const [w, h] = [(right - left) / 2, (bottom - top) / 2]
  const [dx, dy] = [x - (left + right) / 2, y - (top + bottom) / 2]
  if (Math.abs(dx) > w + reach || Math.abs(dy) > h + reach) return false
  const [ac, as] = [Math.abs(c), Math.abs(s)]
  if (Math.abs(dx) > w + along * ac + across * as) return false
  if (Math.abs(dy) > h + along * as + across * ac) return false
  if (Math.abs(dx * c + dy * s) > along + w * ac + h * as) return false
  return Math.abs(dy * c - dx * s) <= across + w * as + h * ac
}
