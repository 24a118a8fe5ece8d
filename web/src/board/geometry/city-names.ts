/** Names of cities at any zoom: none too small to read, none bigger than it need be, none on another. */

import type { Name, Spot } from './drawing'

/** From line to line, in sizes. */
export const LINE = 1.15
/** How broad a letter is, in sizes. */
const LETTER = 0.58
/** How many pixels high letters are on the screen: at least, where they must be seen, and at most. */
const SIZES = { least: 10, strong: 12, most: 21 }
/** How far from its city a name begins, and how much room the disc of another city needs. */
const BESIDE = 11
const DISC = 8

export interface Place {
  spot: Spot
  /** Has a mark, or is to be looked at: it is named whatever else is not. */
  strong: boolean
  /** Where there is not room for all, those with more weight are named. */
  weight: number
}

interface Sheet {
  width: number
  height: number
  /** How many units of the board a pixel of the screen is. */
  pixel: number
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The names as they are to be drawn; null for one that has no room. */
export function legible(places: readonly Place[], sheet: Sheet): (Name | null)[] {
  const found = places.map((): Name | null => null)
  const discs = places.map(({ spot: { x, y } }) => around(x, y, DISC))
  const taken: Box[] = []
  const order = places.map((_, n) => n).sort((a, b) => rank(places[b]) - rank(places[a]) || a - b)
  for (const n of order) {
    const { spot, strong } = places[n]
    const others = [...taken, ...discs.filter((_, at) => at !== n)]
    const name = placed(spot, sizeOf(spot.name, strong, sheet.pixel), strong, others, sheet)
    if (name) taken.push(boxOf(name))
    found[n] = name
  }
  return found
}

function placed(spot: Spot, size: number, strong: boolean, others: readonly Box[], sheet: Sheet): Name | null {
  // The drawing has room for every name at its own size.
  if (size <= spot.name.size) return scaled(spot, size)
  const tries = beside(spot, size).map((name) => onSheet(name, sheet))
  const free = tries.find((name) => !others.some((box) => overlap(box, boxOf(name))))
  return free ?? (strong ? tries[0] : null)
}

const rank = ({ strong, weight }: Place): number => (strong ? 1000 : 0) + weight

function sizeOf({ size }: Name, strong: boolean, pixel: number): number {
  const least = strong ? SIZES.strong : SIZES.least
  return Math.min(Math.max(size, least * pixel), Math.max(SIZES.most, least) * pixel)
}

/** Smaller than drawn, and as much nearer to its city. */
function scaled({ x, y, name }: Spot, size: number): Name {
  const by = size / name.size
  return { ...name, size, x: x + (name.x - x) * by, y: y + (name.y - y) * by }
}

/** Where a bigger name may stand: as near as it was drawn, or on another side of its city. */
function beside({ x, y, name }: Spot, size: number): Name[] {
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

function onSheet(name: Name, { width, height }: Sheet): Name {
  const { left, right, top, bottom } = boxOf(name)
  const nudge = (from: number, to: number, end: number) => Math.max(0, -from) - Math.max(0, to - end)
  return { ...name, x: name.x + nudge(left, right, width), y: name.y + nudge(top, bottom, height) }
}

function boxOf({ x, y, anchor, lines, size }: Name): Box {
  const wide = Math.max(...lines.map((line) => line.length)) * LETTER * size
  const left = x - { start: 0, middle: wide / 2, end: wide }[anchor]
  const half = (LINE * lines.length * size) / 2
  return { left, right: left + wide, top: y - half, bottom: y + half }
}

const around = (x: number, y: number, by: number): Box => ({ left: x - by, right: x + by, top: y - by, bottom: y + by })

function overlap(one: Box, two: Box): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
}
