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

const MARGIN = 6
/** A space of the board is 15 units broad; at this scale it is broader than a thumb. */
const CLOSE = 4
const CLOSER = 2.5

/** The whole board, in the middle. */
export function fit({ board, frame }: Scene): Camera {
  const room = (whole: number) => Math.max(whole - 2 * MARGIN, 1)
  const scale = Math.min(room(frame.width) / board.width, room(frame.height) / board.height)
  return { scale, x: (frame.width - board.width * scale) / 2, y: (frame.height - board.height * scale) / 2 }
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

/** Moved as little as shows a part of the board, given by two corners, with some room around it. */
export function showing(
  camera: Camera,
  [left, top, right, bottom]: readonly [number, number, number, number],
  scene: Scene,
): Camera {
  const room = 28
  return panned(
    camera,
    nudge(camera.x + left * camera.scale - room, camera.x + right * camera.scale + room, scene.frame.width),
    nudge(camera.y + top * camera.scale - room, camera.y + bottom * camera.scale + room, scene.frame.height),
    scene,
  )
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
