/** Places city names at any zoom: readable, not too big, and without overlaps. */

import type { Spot } from './drawing'
import type { DrawnName } from '../../net/wire'

/** Line height, relative to the font size. */
export const LINE = 1.15
/** Width of a letter, relative to the font size. */
const LETTER = 0.58
/** Font sizes in pixels: smallest, smallest for strong names, largest. */
const SIZES = { least: 10, strong: 12, most: 21 }
/** Distance of a name from its city, and radius kept free around other cities. */
const BESIDE = 11
const DISC = 8

export interface NameRequest {
  spot: Spot
  /** Marked or highlighted: it is always named. */
  strong: boolean
  /** Where there is no room for all names, those with more weight are shown. */
  weight: number
}

interface Canvas {
  width: number
  height: number
  /** Units of the board per pixel. */
  pixel: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Each name as it is drawn; null if there is no room for it. */
export function placeNames(places: readonly NameRequest[], canvas: Canvas): (DrawnName | null)[] {
  const found = places.map((): DrawnName | null => null)
  const discs = places.map(({ spot: { x, y } }) => around(x, y, DISC))
  const taken: Box[] = []
  const order = places.map((_, n) => n).sort((a, b) => rank(places[b]) - rank(places[a]) || a - b)
  for (const n of order) {
    const { spot, strong } = places[n]
    const others = [...taken, ...discs.filter((_, at) => at !== n)]
    const name = placed(spot, sizeOf(spot.name, strong, canvas.pixel), strong, others, canvas)
    if (name) taken.push(boxOf(name))
    found[n] = name
  }
  return found
}

function placed(spot: Spot, size: number, strong: boolean, others: readonly Box[], canvas: Canvas): DrawnName | null {
  // The drawing has room for every name at its own size.
  if (size <= spot.name.size) return scaled(spot, size)
  const tries = beside(spot, size).map((name) => onCanvas(name, canvas))
  const free = tries.find((name) => !others.some((box) => overlap(box, boxOf(name))))
  return free ?? (strong ? tries[0] : null)
}

const rank = ({ strong, weight }: NameRequest): number => (strong ? 1000 : 0) + weight

function sizeOf({ size }: DrawnName, strong: boolean, pixel: number): number {
  const least = strong ? SIZES.strong : SIZES.least
  return Math.min(Math.max(size, least * pixel), Math.max(SIZES.most, least) * pixel)
}

/** Smaller than in the drawing, and closer to its city by the same factor. */
function scaled({ x, y, name }: Spot, size: number): DrawnName {
  const by = size / name.size
  return { ...name, size, x: x + (name.x - x) * by, y: y + (name.y - y) * by }
}

/** Places for a bigger name: as in the drawing, or on another side of its city. */
function beside({ x, y, name }: Spot, size: number): DrawnName[] {
  const half = (LINE * name.lines.length * size) / 2
  const grown = half - (LINE * name.lines.length * name.size) / 2
  const aside = Math.abs(name.y - y) > 3 ? Math.sign(name.y - y) * grown : 0
  return [
    { ...name, size, y: name.y + aside },
    { ...name, size, x: x + BESIDE, y, anchor: 'start' },
    { ...name, size, x: x - BESIDE, y, anchor: 'end' },
    { ...name, size, x, y: y - BESIDE - half, anchor: 'middle' },
    { ...name, size, x, y: y + BESIDE + half, anchor: 'middle' },
  ]
}

function onCanvas(name: DrawnName, { width, height }: Canvas): DrawnName {
  const { left, right, top, bottom } = boxOf(name)
  const nudge = (from: number, to: number, end: number) => Math.max(0, -from) - Math.max(0, to - end)
  return { ...name, x: name.x + nudge(left, right, width), y: name.y + nudge(top, bottom, height) }
}

function boxOf({ x, y, anchor, lines, size }: DrawnName): Box {
  const wide = Math.max(...lines.map((line) => line.length)) * LETTER * size
  const left = x - { start: 0, middle: wide / 2, end: wide }[anchor]
  const half = (LINE * lines.length * size) / 2
  return { left, right: left + wide, top: y - half, bottom: y + half }
}

const around = (x: number, y: number, by: number): Box => ({ left: x - by, right: x + by, top: y - by, bottom: y + by })

function overlap(one: Box, two: Box): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
}
