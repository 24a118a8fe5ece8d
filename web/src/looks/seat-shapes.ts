/** The shapes that the seats of a table have: a context, because nearly everything on a table's screen shows them. */
import { getContext, setContext } from 'svelte'
import { PLAYERS, playerOf, type Player, type Shape } from './players'

const KEY = Symbol('shapes of seats')

/** The look with a shape. */
export function playerWith(shape: Shape): Player {
  return PLAYERS.find((player) => player.shape === shape) ?? PLAYERS[0]!
}

/** Gives everything below a component the shapes of a table. */
export function provideShapes(shapes: () => readonly Shape[]): void {
  setContext(KEY, shapes)
}

/** The look of each seat of the table that a component belongs to; without a table, that of the seat's number. */
export function seatLooks(): (seat: number) => Player {
  const shapes = getContext<(() => readonly Shape[]) | undefined>(KEY)
  return (seat) => {
    const shape = shapes?.()[seat]
    return shape ? playerWith(shape) : playerOf(seat)
  }
}
