/** Where the note and the zoom buttons lie over a board, and what names leave free for them. */

import { type Size, fit } from './camera'
import { type Obstacle, obstaclesOf, printed } from './city-names'
import { DISC, spots } from './drawing'
import { type ButtonsPlace, freeCorner, hiddenBy } from './free-corner'
import type { Drawing } from '../../net/wire'

/** The size of the note about a board while it is folded, and its greatest distance from edges. */
const NOTE = { width: 264, height: 28, edge: 8 }
const BUTTONS = 3

export interface Overlays {
  note: { left: number; bottom: number }
  buttons: ButtonsPlace
}

interface Options {
  /** There is little room, as on a phone. */
  tiny: boolean
  /** The size of a button. */
  button: number
  /** Whether there is a note. */
  note: boolean
}

/** What must stay visible of a board. */
export function obstaclesOn({ routes, thick, cartouche, track }: Drawing): Obstacle[] {
  return [...obstaclesOf(routes, thick), ...[cartouche, track].flatMap((place) => (place ? [printed(place)] : []))]
}

/** The places of the note and the buttons over a board in a frame. They lie still while the board moves below them. */
export function placeOverlays(board: Drawing, frame: Size, { tiny, button, note: noted }: Options): Overlays {
  const note = placeOfNote(board, frame, tiny)
  const top = frame.height - note.bottom
  const cities = board.cities.flatMap(spots)
  const discs = cities.map(({ x, y }) => printed({ x: x - DISC, y: y - DISC, width: 2 * DISC, height: 2 * DISC }))
  const scene = {
    board,
    edge: tiny ? 0 : board.frame.width,
    obstacles: [...obstaclesOn(board), ...discs],
    frame,
    taken: noted
      ? ([0, top - NOTE.height - NOTE.edge, note.left + NOTE.width + NOTE.edge, top + NOTE.edge] as const)
      : null,
  }
  return { note, buttons: freeCorner(scene, button, BUTTONS) }
}

/** The note lies below the board at the left, or inside its frame if there is no room. */
function placeOfNote(board: Drawing, frame: Size, tiny: boolean): Overlays['note'] {
  if (!frame.width) return { left: NOTE.edge, bottom: NOTE.edge }
  const { scale, x, y } = fit({ board, frame })
  const free = y - NOTE.height
  if (tiny || free >= 2) return { left: NOTE.edge, bottom: tiny ? NOTE.edge : Math.min(NOTE.edge, free / 2) }
  const inside = board.frame.width * scale + NOTE.edge
  return { left: x + inside, bottom: y + inside }
}

/** What the buttons hide of the whole board. */
export function belowButtons(buttons: ButtonsPlace, board: Size, frame: Size): Obstacle {
  const [left, top, right, bottom] = hiddenBy(buttons, board, frame)
  return printed({ x: left, y: top, width: right - left, height: bottom - top })
}
