/** Where things lie on the screen: the arrangement that leaves the board the most room. */

export type Arrangement = 'band' | 'side' | 'stack' | 'phone'

/** Widths and heights in pixels of all that is not board. The style sheets use the same. */
export const BAR = 48
export const RAIL = 208
export const SIDE = 292
export const MARKET = 292
export const BAND = 152
export const STRIP = 66

interface Screen {
  width: number
  height: number
}

/** The area of a board that fits into what is left. */
function room(screen: Screen, aspect: number, acrossTaken: number, downTaken: number): number {
  const width = Math.max(0, screen.width - acrossTaken)
  const height = Math.max(0, screen.height - downTaken)
  const shown = Math.min(width, height * aspect)
  return shown * (shown / aspect)
}

/** Too narrow, or too low, for anything beside the board; a tablet that stands has its room below. */
export function small({ width, height }: Screen): boolean {
  return width < 760 || height < 480 || (width < 900 && height > width)
}

/**
 * `band`: players at the left, the hand below. `side`: players and hand at the left. `stack`: players above, the hand
 * below. `phone`: one under the other, with sheets.
 */
export function arrange(screen: Screen, aspect: number, hand: boolean): Arrangement {
  if (small(screen)) return 'phone'
  const below = hand ? BAND : 0
  const rooms: [Arrangement, number][] = [
    ['band', room(screen, aspect, RAIL + MARKET, BAR + below)],
    ['side', hand ? room(screen, aspect, SIDE + MARKET, BAR) : 0],
    ['stack', room(screen, aspect, MARKET, BAR + STRIP + below)],
  ]
  // Of equals the first: it shows the most of the players.
  return rooms.reduce((best, next) => (next[1] > best[1] * 1.02 ? next : best))[0]
}
