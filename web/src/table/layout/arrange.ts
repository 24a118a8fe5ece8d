/** Chooses the arrangement of the screen that leaves the board the most space. */

export type Arrangement = 'band' | 'side' | 'stack' | 'phone'

/** Widths and heights in pixels of everything but the board. The style sheets use the same. */
export const BAR = 48
export const RAIL = 208
export const SIDE = 292
export const DRAW_AREA = 292
export const BAND = 152
export const STRIP = 66

interface Screen {
  width: number
  height: number
}

/** The area of a board that fits into what is left. */
function boardArea(screen: Screen, aspect: number, acrossTaken: number, downTaken: number): number {
  const width = Math.max(0, screen.width - acrossTaken)
  const height = Math.max(0, screen.height - downTaken)
  const shown = Math.min(width, height * aspect)
  return shown * (shown / aspect)
}

/** Too narrow or too low for anything beside the board; a tablet in portrait has space below. */
export function isSmall({ width, height }: Screen): boolean {
  return width < 760 || height < 480 || (width < 900 && height > width)
}

/**
 * `band`: players at the left, the hand below. `side`: players and hand at the left. `stack`: players above, the hand
 * below. `phone`: one under the other, with tabs.
 */
export function arrange(screen: Screen, aspect: number, hand: boolean): Arrangement {
  if (isSmall(screen)) return 'phone'
  const below = hand ? BAND : 0
  const areas: [Arrangement, number][] = [
    ['band', boardArea(screen, aspect, RAIL + DRAW_AREA, BAR + below)],
    ['side', hand ? boardArea(screen, aspect, SIDE + DRAW_AREA, BAR) : 0],
    ['stack', boardArea(screen, aspect, DRAW_AREA, BAR + STRIP + below)],
  ]
  // With equal areas, the first: it shows most of the players.
  return areas.reduce((best, next) => (next[1] > best[1] * 1.02 ? next : best))[0]
}
