/** Bitmaps of the board: a part of it, drawn into a canvas at the resolution of the screen. */

import type { Extent, Size } from '../../geometry/camera'

/** What a bitmap shows, and how large it is. */
export interface BitmapPlan {
  /** The part of the board that is wanted in it. */
  part: Extent
  /** The point of the board in its upper left corner. */
  x: number
  y: number
  /** Its pixels per unit of the board, and how many were asked for. */
  density: number
  asked: number
  /** Its pixels. */
  width: number
  height: number
}

export interface Bitmap extends BitmapPlan {
  canvas: HTMLCanvasElement
}

/** The most pixels of a bitmap, 32 MB: phones have little memory. */
const MOST = 8_000_000
/** How many pixels are drawn at a time. The page can answer in between. */
const SLICE = 150_000
/** How much more is drawn on each side than is seen: this share of it. */
const MARGIN = 0.25

/** Plans a bitmap with so many pixels per unit of the board, or fewer where they would be too many. */
export function planOf(part: Extent, density: number): BitmapPlan {
  const [left, top, right, bottom] = part
  const area = (right - left) * (bottom - top)
  const dense = Math.min(density, Math.sqrt(MOST / area))
  // Its corner lies between two pixels, as if the whole board had been drawn: nothing is shifted by half a pixel.
  const [x, y] = [Math.floor(left * dense), Math.floor(top * dense)]
  return {
    part,
    x: x / dense,
    y: y / dense,
    density: dense,
    asked: density,
    width: Math.ceil(right * dense) - x,
    height: Math.ceil(bottom * dense) - y,
  }
}

/** The part of the board that is seen, and what the next pan might show of it, if there are pixels left for that. */
export function around([left, top, right, bottom]: Extent, board: Size, density: number): Extent {
  const [width, height] = [right - left, bottom - top]
  const margin = width * height * (1 + 2 * MARGIN) ** 2 * density ** 2 > MOST ? 0 : MARGIN
  return [
    Math.max(0, left - margin * width),
    Math.max(0, top - margin * height),
    Math.min(board.width, right + margin * width),
    Math.min(board.height, bottom + margin * height),
  ]
}

/** Whether a bitmap shows all of a part of the board, and was made for so many pixels per unit. */
export function shows({ part, asked }: BitmapPlan, wanted: Extent, density: number): boolean {
  const [left, top, right, bottom] = part
  const inside = left <= wanted[0] && top <= wanted[1] && right >= wanted[2] && bottom >= wanted[3]
  return inside && asked === density
}

/** The first rows of the slices of a bitmap, and the row after the last one. */
export function slices({ width, height }: Size): number[] {
  const rows = Math.max(1, Math.floor(SLICE / width))
  return [...Array.from({ length: Math.ceil(height / rows) }, (_, n) => n * rows), height]
}

/** Draws a bitmap of a picture of the whole board; null if that was aborted. */
export async function draw(
  picture: HTMLImageElement,
  plan: BitmapPlan,
  board: Size,
  signal: AbortSignal,
): Promise<Bitmap | null> {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [plan.width, plan.height]
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas')
  const edges = slices(plan)
  for (let n = 1; n < edges.length; n += 1) {
    await new Promise((done) => setTimeout(done))
    if (signal.aborted) return null
    const [top, bottom] = [edges[n - 1], edges[n]]
    context.save()
    context.beginPath()
    context.rect(0, top, plan.width, bottom - top)
    context.clip()
    context.setTransform(plan.density, 0, 0, plan.density, -plan.x * plan.density, -plan.y * plan.density)
    context.drawImage(picture, 0, 0, board.width, board.height)
    context.restore()
    // Browsers put drawing off, and would draw all slices at once: reading a pixel makes them draw now.
    context.getImageData(0, top, 1, 1)
  }
  return { ...plan, canvas }
}
