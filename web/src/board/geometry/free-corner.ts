/** A place for buttons over the board where, as long as the whole board is seen, they hide nothing that matters. */

import { type Extent, type Size, fit } from './camera'
import { type Obstacle, hits } from './city-names'

/** The distance of the buttons from edges. */
const EDGE = 6

export interface ButtonsPlace extends Size {
  left: number
  top: number
}

interface Scene {
  board: Size
  /** The width of the board's own frame, if its score track can be read. */
  edge: number
  /** What must stay visible, in units of the board. */
  obstacles: readonly Obstacle[]
  /** What the board is shown in, in pixels, and a part of it that is taken already. */
  frame: Size
  taken?: Extent | null
}

/**
 * The first place without anything below it, of a column or a row of buttons: at the bottom right of the frame, at other
 * corners, then inside the board. If there is none, the place with the least below it.
 */
export function freeCorner(
  { board, edge, obstacles, frame, taken }: Scene,
  button: number,
  count: number,
): ButtonsPlace {
  const camera = fit({ board, frame })
  const [long, short] = [button * count + count + 1, button + 2]
  const inset = edge * camera.scale + EDGE
  const [left, top] = [camera.x, camera.y]
  const [right, bottom] = [left + board.width * camera.scale, top + board.height * camera.scale]
  const areas: Extent[] = [
    [EDGE, EDGE, frame.width - EDGE, frame.height - EDGE],
    [left + inset, top + inset, right - inset, bottom - inset],
  ]
  const column = { width: short, height: long }
  const row = { width: long, height: short }
  // In a small frame a row is nearer to a thumb.
  const shapes = edge ? [column, row] : [row, column]
  const corners = areas.flatMap(([x, y, u, v]) =>
    shapes.flatMap(({ width, height }) =>
      [
        [u - width, v - height],
        [u - width, y],
        [x, v - height],
        [x, y],
        [u - width, (y + v - height) / 2],
        [x, (y + v - height) / 2],
        [(x + u - width) / 2, v - height],
      ].map(([at, down]): ButtonsPlace => ({ left: at, top: down, width, height })),
    ),
  )
  const track: Extent[] = edge
    ? [
        [left, top, right, top + inset],
        [left, bottom - inset, right, bottom],
        [left, top, left + inset, bottom],
        [right - inset, top, right, bottom],
      ]
    : []
  const below = ({ left: x, top: y, width, height }: ButtonsPlace): number => {
    const box: Extent = [x, y, x + width, y + height]
    const under = onBoard(box, camera)
    const hidden = obstacles.filter((each) => hits(each, under)).length
    return hidden + track.filter((each) => meet(each, box)).length + (taken && meet(taken, box) ? 10 : 0)
  }
  return corners.reduce((best, next) => (below(next) < below(best) ? next : best))
}

/** What the buttons hide of the whole board, in its units. */
export function hiddenBy({ left, top, width, height }: ButtonsPlace, board: Size, frame: Size): Extent {
  const box = onBoard([left, top, left + width, top + height], fit({ board, frame }))
  return [box.left, box.top, box.right, box.bottom]
}

function onBoard([left, top, right, bottom]: Extent, { x, y, scale }: { x: number; y: number; scale: number }) {
  return { left: (left - x) / scale, top: (top - y) / scale, right: (right - x) / scale, bottom: (bottom - y) / scale }
}

const meet = (a: Extent, b: Extent): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
