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

/** The sizes of the board and of its frame. */
export interface Scene {
  board: Size
  frame: Size
}

/** A part of the board, as a rectangle. */
export type Extent = readonly [left: number, top: number, right: number, bottom: number]

const MARGIN = 3
/** A frame narrower than this is that of a phone. */
const HAND_HELD = 480
/** Margin around a part that is brought into view. */
const AROUND = 28
/** The largest scale: a space of the board, 15 units wide, is wider than a thumb. */
const CLOSE = 4
const CLOSER = 2.5
/** Pixels per unit: routes can't be told apart, can be told apart, are large enough. */
const TINY = 0.32
const CLEAR = 0.42
const EASY = 0.62
/** If one side allows a scale this many times larger, much of the frame is empty. */
const EMPTY = 1.25

/** The whole board, in the middle. */
export function fit(scene: Scene): Camera {
  return centered(Math.min(...ratios(scene)), scene)
}

/** The initial camera: the whole board; if that would be a small picture in an empty frame, the focus area. */
export function initialCamera(scene: Scene, focusArea: Extent | null): Camera {
  const [narrow, wide] = ratios(scene).sort((a, b) => a - b)
  if (scene.frame.width < HAND_HELD && ratios(scene)[0] > narrow) {
    // A tall board on a phone has the full width.
    return centered(Math.min(ratios(scene)[0], EASY), scene, focusArea)
  }
  const small = narrow < TINY || (narrow < CLEAR && wide > narrow * EMPTY)
  return small ? centered(Math.min(Math.max(wide, CLEAR), EASY), scene, focusArea) : fit(scene)
}

/** The scales at which the board fits, across and down. */
function ratios({ board, frame }: Scene): [across: number, down: number] {
  const room = (whole: number) => Math.max(whole - 2 * MARGIN, 1)
  return [room(frame.width) / board.width, room(frame.height) / board.height]
}

/** The part of the board that is seen in its frame. */
export function inSight({ x, y, scale }: Camera, { board, frame }: Scene): Extent {
  const within = (value: number, most: number) => Math.min(Math.max(value / scale, 0), most)
  return [
    within(-x, board.width),
    within(-y, board.height),
    within(frame.width - x, board.width),
    within(frame.height - y, board.height),
  ]
}

/** At a scale, with the centre of a part in the centre of the frame, as far as the board reaches. */
function centered(scale: number, scene: Scene, part: Extent | null = null): Camera {
  const { board, frame } = scene
  const [left, top, right, bottom] = part ?? [0, 0, board.width, board.height]
  const middle = (from: number, to: number, room: number) => (room - (from + to) * scale) / 2
  return clamped({ scale, x: middle(left, right, frame.width), y: middle(top, bottom, frame.height) }, scene)
}

export function isFit(camera: Camera, scene: Scene): boolean {
  return camera.scale <= fit(scene).scale * 1.001
}

/** Zoomed by a factor, while the point of the frame stays on the same point of the board. */
export function zoomed(camera: Camera, factor: number, [x, y]: readonly [number, number], scene: Scene): Camera {
  const least = fit(scene).scale
  const scale = Math.min(Math.max(camera.scale * factor, least), Math.max(CLOSE, least * CLOSER))
  const grown = scale / camera.scale
  return clamped({ scale, x: x - (x - camera.x) * grown, y: y - (y - camera.y) * grown }, scene)
}

export function panned(camera: Camera, dx: number, dy: number, scene: Scene): Camera {
  return clamped({ ...camera, x: camera.x + dx, y: camera.y + dy }, scene)
}

/** Moved so that as little empty space as possible is seen. */
export function clamped(camera: Camera, { board, frame }: Scene): Camera {
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

/** The same part of the board in a frame of another size; a whole board stays whole. */
export function reframed(camera: Camera, before: Scene, after: Scene): Camera {
  if (isFit(camera, before)) return fit(after)
  const aside = (after.frame.width - before.frame.width) / 2
  const down = (after.frame.height - before.frame.height) / 2
  const moved = { ...camera, x: camera.x + aside, y: camera.y + down }
  return zoomed(moved, 1, [after.frame.width / 2, after.frame.height / 2], after)
}

/** Moved as little as possible to show a part of the board with a margin. */
export function bringIntoView(camera: Camera, [left, top, right, bottom]: Extent, scene: Scene): Camera {
  return panned(
    camera,
    nudge(camera.x + left * camera.scale - AROUND, camera.x + right * camera.scale + AROUND, scene.frame.width),
    nudge(camera.y + top * camera.scale - AROUND, camera.y + bottom * camera.scale + AROUND, scene.frame.height),
    scene,
  )
}

/** Moved as little as possible to show all of a part; zoomed out if necessary. */
export function fitIntoView(camera: Camera, part: Extent, scene: Scene): Camera {
  const [left, top, right, bottom] = part
  const across = (scene.frame.width - 2 * AROUND) / Math.max(right - left, 1)
  const down = (scene.frame.height - 2 * AROUND) / Math.max(bottom - top, 1)
  const scale = Math.max(Math.min(across, down), fit(scene).scale)
  return scale < camera.scale ? centered(scale, scene, part) : bringIntoView(camera, part, scene)
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
