/** Where the board lies in its frame: a point of the board is seen at (x, y) + scale × point. */

export interface Camera {
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

/** What of the board may be seen in which frame. */
export interface Scene {
  board: Size
  frame: Size
}

/** A part of the board by its corners. */
export type Extent = readonly [left: number, top: number, right: number, bottom: number]

const MARGIN = 6
/** Room around what is brought into view. */
const AROUND = 28
/** A space of the board is 15 units broad; at this scale it is broader than a thumb. */
const CLOSE = 4
const CLOSER = 2.5
/** How many pixels a unit is where routes can't be told apart, where they can, and where one need not be closer. */
const TINY = 0.32
const CLEAR = 0.42
const EASY = 0.62
/** A board that could be so much bigger leaves much of its frame empty. */
const EMPTY = 1.25

/** The whole board, in the middle. */
export function fit(scene: Scene): Camera {
  return centered(Math.min(...ratios(scene)), scene)
}

/** Where to begin: the whole board; where that would be a small picture in an empty frame, the part that matters. */
export function beginning(scene: Scene, matters: Extent | null): Camera {
  const [narrow, wide] = ratios(scene).sort((a, b) => a - b)
  const small = narrow < TINY || (narrow < CLEAR && wide > narrow * EMPTY)
  return small ? centered(Math.min(Math.max(wide, CLEAR), EASY), scene, matters) : fit(scene)
}

/** How much bigger than its units the board could be, across and down. */
function ratios({ board, frame }: Scene): [across: number, down: number] {
  const room = (whole: number) => Math.max(whole - 2 * MARGIN, 1)
  return [room(frame.width) / board.width, room(frame.height) / board.height]
}

/** At a scale, with the middle of a part in the middle of the frame, as far as the board reaches. */
function centered(scale: number, scene: Scene, part: Extent | null = null): Camera {
  const { board, frame } = scene
  const [left, top, right, bottom] = part ?? [0, 0, board.width, board.height]
  const middle = (from: number, to: number, room: number) => (room - (from + to) * scale) / 2
  return held({ scale, x: middle(left, right, frame.width), y: middle(top, bottom, frame.height) }, scene)
}

export function isFit(camera: Camera, scene: Scene): boolean {
  return camera.scale <= fit(scene).scale * 1.001
}

/** Nearer or farther, while the point of the frame stays on the same point of the board. */
export function zoomed(camera: Camera, factor: number, [x, y]: readonly [number, number], scene: Scene): Camera {
  const least = fit(scene).scale
  const scale = Math.min(Math.max(camera.scale * factor, least), Math.max(CLOSE, least * CLOSER))
  const grown = scale / camera.scale
  return held({ scale, x: x - (x - camera.x) * grown, y: y - (y - camera.y) * grown }, scene)
}

export function panned(camera: Camera, dx: number, dy: number, scene: Scene): Camera {
  return held({ ...camera, x: camera.x + dx, y: camera.y + dy }, scene)
}

/** Moved so that no more empty space is seen than must be. */
export function held(camera: Camera, { board, frame }: Scene): Camera {
  return {
    scale: camera.scale,
    x: within(camera.x, board.width * camera.scale, frame.width),
    y: within(camera.y, board.height * camera.scale, frame.height),
  }
}

function within(at: number, length: number, room: number): number {
  if (length + 2 * MARGIN <= room) return (room - length) / 2
  return Math.min(MARGIN, Math.max(room - length - MARGIN, at))
}

/** The same part of the board in a frame of another size; a board seen whole stays so. */
export function reframed(camera: Camera, before: Scene, after: Scene): Camera {
  if (isFit(camera, before)) return fit(after)
  const aside = (after.frame.width - before.frame.width) / 2
  const down = (after.frame.height - before.frame.height) / 2
  const moved = { ...camera, x: camera.x + aside, y: camera.y + down }
  return zoomed(moved, 1, [after.frame.width / 2, after.frame.height / 2], after)
}

/** Moved as little as shows a part of the board, with some room around it. */
export function showing(camera: Camera, [left, top, right, bottom]: Extent, scene: Scene): Camera {
  return panned(
    camera,
    nudge(camera.x + left * camera.scale - AROUND, camera.x + right * camera.scale + AROUND, scene.frame.width),
    nudge(camera.y + top * camera.scale - AROUND, camera.y + bottom * camera.scale + AROUND, scene.frame.height),
    scene,
  )
}

/** Moved as little as shows all of a part, farther away if it must be. */
export function holding(camera: Camera, part: Extent, scene: Scene): Camera {
  const [left, top, right, bottom] = part
  const across = (scene.frame.width - 2 * AROUND) / Math.max(right - left, 1)
  const down = (scene.frame.height - 2 * AROUND) / Math.max(bottom - top, 1)
  const scale = Math.max(Math.min(across, down), fit(scene).scale)
  return scale < camera.scale ? centered(scale, scene, part) : showing(camera, part, scene)
}

function nudge(from: number, to: number, room: number): number {
  if (to - from > room) return (room - from - to) / 2
  if (from < 0) return -from
  return to > room ? room - to : 0
}

/** The point of the board that is seen at a point of the frame. */
export function onBoard(camera: Camera, x: number, y: number): [number, number] {
  return [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale]
}
