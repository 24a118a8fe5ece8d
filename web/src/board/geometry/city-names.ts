/**
 * Places city names for the scale that they are shown at: readable, not too big, and never on a space, a piece, another
 * city or another name. Where there is no room a name is broken, made smaller or abbreviated, put farther away with a
 * line to its city, and in the end left out.
 */

import { DISC, type Point, type Spot } from './drawing'
import { fullName, spellings } from './spellings'
import type { DrawnName, DrawnSpace } from '../../net/wire'

/** Line height, and the heights of letters above and below the line, relative to the font size. */
export const LINE = 1.15
const [ABOVE, BELOW] = [0.74, 0.21]
/** The baseline of the last of several lines is this far below the middle of all of them, relative to the font size. */
export const DROP = 0.35
/** Font sizes in pixels: smallest, smallest for strong names, and where growing with the zoom slows down. */
const SIZES = { least: 10, strong: 12.5, slow: 16 }
const SLOWER = 0.45
/**
 * What a name leaves free for a piece on a space, with its shadow and keyline: a factor across it, and units along it. A
 * line to a name only leaves free the piece.
 */
const CLEAR_ACROSS = 1.42
const CLEAR_ALONG = 3
const SOLID = 1.15
/** Pixels that stay free around a name. */
const FREE = 0.8

/** A name as it is shown; with a line to its city where it is far from it. */
export interface PlacedName extends DrawnName {
  leader?: readonly [x: number, y: number, u: number, v: number]
}

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
  /** The width of the frame, which has numbers of its own. */
  edge?: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A rotated rectangle: its middle, the cosine and sine of its angle, and half its sides. */
export interface Obstacle {
  x: number
  y: number
  c: number
  s: number
  along: number
  across: number
  reach: number
  /** Half the width of what a line may not cross, if that is less: a line is thin, and comes nearer than letters. */
  solid?: number
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
/** The least and the usual greatest length of a line to a name, in pixels, and the greatest where there is no other place. */
const LED = { least: 12, most: 46, far: 110 }
/** Its directions. */
const LED_WAYS = Array.from({ length: 48 }, (_, n): Point => [
  Math.cos((n * Math.PI) / 24),
  Math.sin((n * Math.PI) / 24),
])
const STEPS = [1, 1.3, 1.7, 2.2]
/** A strong name may be farther away. */
const FARTHER = [2.8, 3.5]

/** The obstacles of a board: all spaces, with the pieces that may stand on them. */
export function obstaclesOf(routes: readonly { spaces: readonly DrawnSpace[] }[], thick: number): Obstacle[] {
  return routes.flatMap(({ spaces }) =>
    spaces.map(([x, y, angle, length]) => {
      const turn = (angle * Math.PI) / 180
      const [along, across] = [(length + CLEAR_ALONG) / 2, (thick * CLEAR_ACROSS) / 2]
      const reach = Math.hypot(along, across)
      return { x, y, c: Math.cos(turn), s: Math.sin(turn), along, across, reach, solid: (thick * SOLID) / 2 }
    }),
  )
}

/** Something printed on the board that is no route, such as its cartouche. */
export function printed({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Obstacle {
  const [along, across] = [width / 2, height / 2]
  return { x: x + along, y: y + across, c: 1, s: 0, along, across, reach: Math.hypot(along, across) }
}

/** A way to place a name. */
interface Attempt {
  /** By a few letters. */
  short?: boolean
  /** At the end of a line of at most this many pixels. */
  led?: number
  /** Whether that line may cross spaces and pieces. */
  across?: boolean
}

/**
 * First every name that has room beside its city, then the others farther away, then what remains by a few letters; last
 * those that only a long line reaches.
 */
const ATTEMPTS: readonly Attempt[] = [
  {},
  { led: LED.most },
  { short: true },
  { led: LED.most, short: true },
  { led: LED.far },
]
/** A name that must be shown takes its place before all others, and is shown if there is any room on the board. */
const STRONG_ATTEMPTS: readonly Attempt[] = [
  {},
  { led: LED.far },
  { short: true },
  { led: LED.far, short: true },
  { led: LED.far, short: true, across: true },
  { led: Infinity, short: true, across: true },
]

/** Each name as it is drawn; null if there is no room for it. */
export function placeNames(
  places: readonly NameRequest[],
  canvas: Canvas,
  obstacles: readonly Obstacle[] = [],
  measure: Measure = estimate,
): (PlacedName | null)[] {
  const found = places.map((): PlacedName | null => null)
  const taken: Box[] = []
  const lines: Obstacle[] = []
  const all = [...new Set(places.map(({ spot }) => fullName(spot.name)))]
  const order = places.map((_, n) => n).sort((a, b) => places[b].weight - places[a].weight || a - b)
  const place = (attempt: Attempt, n: number) => {
    const { spot, strong } = places[n]
    const discs = places.flatMap(({ spot: { x, y } }, at) => (at === n ? [] : [around(x, y, DISC)]))
    const room = { canvas, boxes: [...taken, ...discs], obstacles: [...obstacles, ...lines], measure }
    const texts = spellings(spot.name, all, attempt.short ?? false)
    const name: PlacedName | null = attempt.led
      ? ledName(places[n], texts, { ...room, led: attempt.led, crossed: attempt.across ? lines : room.obstacles })
      : nameBeside(places[n], texts, room)
    found[n] = name
    if (!name) return
    taken.push(boxOf(name, strong, measure))
    if (name.leader) lines.push(thin(name.leader))
  }
  for (const [attempts, group] of [
    [STRONG_ATTEMPTS, order.filter((n) => places[n].strong)],
    [ATTEMPTS, order.filter((n) => !places[n].strong)],
  ] as const)
    for (const attempt of attempts) for (const n of group) if (found[n] === null) place(attempt, n)
  return found
}

/** A line to a name, as something that others leave free. */
export function thin([x, y, u, v]: readonly [number, number, number, number]): Obstacle {
  const long = Math.hypot(u - x, v - y)
  return {
    x: (x + u) / 2,
    y: (y + v) / 2,
    c: (u - x) / long,
    s: (v - y) / long,
    along: long / 2,
    across: 0,
    reach: long / 2,
  }
}

/** The font size in pixels that a name should have. */
function wanted({ size }: DrawnName, strong: boolean, pixel: number): number {
  const natural = size / pixel
  const eased = natural > SIZES.slow ? SIZES.slow + (natural - SIZES.slow) * SLOWER : natural
  return Math.max(eased, strong ? SIZES.strong : SIZES.least)
}

/** What names have to leave free. */
interface Room {
  canvas: Canvas
  boxes: readonly Box[]
  obstacles: readonly Obstacle[]
  measure: Measure
}

/** Tells whether a box is free, among what lies within a distance of a city. */
function freeAround(
  { x, y }: Spot,
  far: number,
  { canvas, boxes, obstacles }: Room,
): (box: Box, free: number) => boolean {
  const near = obstacles.filter((each) => Math.hypot(each.x - x, each.y - y) < far + each.reach)
  const close = boxes.filter(
    ({ left, right, top, bottom }) => left < x + far && right > x - far && top < y + far && bottom > y - far,
  )
  const edge = Math.max(2, canvas.edge ?? 0)
  return (box, free) => {
    if (box.left < edge || box.top < edge || box.right > canvas.width - edge || box.bottom > canvas.height - edge)
      return false
    const grown = { left: box.left - free, top: box.top - free, right: box.right + free, bottom: box.bottom + free }
    return !close.some((each) => overlap(each, grown)) && !near.some((each) => hits(each, grown))
  }
}

function nameBeside({ spot, strong }: NameRequest, texts: readonly string[][], room: Room): DrawnName | null {
  const { canvas, measure } = room
  const { pixel } = canvas
  const most = wanted(spot.name, strong, pixel)
  const sizes = [...new Set([most, (most + SIZES.least) / 2, SIZES.least].map((size) => Math.min(size, most)))]
  // Nothing beyond this distance can be in the way.
  const far = measure(fullName(spot.name), strong) * most * pixel + (4 * DISC + most * pixel * 4) * 2
  const isFree = freeAround(spot, far, room)
  for (const lines of texts) {
    for (const px of sizes) {
      const name = candidates(spot, lines, px * pixel, canvas.grow ?? 1, strong).find((each) =>
        isFree(boxOf(each, strong, measure), FREE * pixel),
      )
      if (name) return name
    }
  }
  return null
}

interface LedRoom extends Room {
  /** The greatest length of the line in pixels, and what it must not cross besides names and cities. */
  led: number
  crossed: readonly Obstacle[]
}

/** A name farther away, at the end of a line that crosses nothing: the nearest place that is free, of the greatest size. */
function ledName({ spot, strong }: NameRequest, texts: readonly string[][], room: LedRoom): PlacedName | null {
  const { canvas, led, crossed } = room
  const { pixel } = canvas
  const most = Math.min(led * pixel, Math.max(canvas.width, canvas.height))
  const sizes = strong ? [SIZES.strong, (SIZES.strong + SIZES.least) / 2] : [SIZES.least]
  const long = Math.max(...texts.flat().map((text) => room.measure(text, strong))) * sizes[0] * pixel
  const isFree = freeAround(spot, most + long, room)
  const solid = crossed.map((each) => ({ ...each, across: each.solid ?? each.across }))
  const isClear = freeAround(spot, most + long, { ...room, obstacles: solid })
  // Along each direction as far as nothing is in the way.
  const ways = LED_WAYS.map(([c, s]) => {
    let far = DISC + 1
    while (far < most && isClear(around(spot.x + c * (far + 2), spot.y + s * (far + 2), 0.4 * pixel), 0)) far += 2
    return { c, s, far }
  })
  for (const px of sizes) {
    for (let away = LED.least * pixel; away <= most; away += 2 * pixel) {
      for (const lines of texts) {
        for (const { c, s, far } of ways) {
          if (far < away) continue
          const name = nameAtEnd(spot, lines, px * pixel, [c, s], away, pixel)
          if (isFree(boxOf(name, strong, room.measure), FREE * pixel)) return name
        }
      }
    }
  }
  return null
}

/** A name at the end of a line of a length and direction. */
function nameAtEnd(spot: Spot, lines: string[], size: number, [c, s]: Point, away: number, pixel: number): PlacedName {
  const half = (LINE * (lines.length - 1) * size + (ABOVE + BELOW) * size) / 2
  const [x, y] = [spot.x + c * away, spot.y + s * away]
  const gap = 2 * pixel
  const leader = [spot.x + c * (DISC - 1), spot.y + s * (DISC - 1), x, y] as const
  return Math.abs(c) > 0.5
    ? { lines, size, anchor: c > 0 ? 'start' : 'end', x: x + Math.sign(c) * gap, y, leader }
    : { lines, size, anchor: 'middle', x, y: y + Math.sign(s) * (half + gap), leader }
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
