/** Chooses the arrangement of the screen that leaves the board the most space, and the sizes of everything else. */

/**
 * `wide`: the hand below the board, all else at its right. `side`: players and hand at the left, the rest at the right.
 * `phone`: one under the other, with tabs.
 */
export type Arrangement = 'wide' | 'side' | 'phone'

export interface Sizes {
  how: Arrangement
  /** Widths and heights in pixels of the columns at the sides, of the band with the hand, and of cards in both. */
  aside: number
  band: number
  handCard: number
  drawCard: number
}

interface Screen {
  width: number
  height: number
}

/** The height of the top bar, which style sheets use as well. */
export const BAR = 48
/** The least and the greatest width of a column; a narrower one can't hold three cards in a row. */
const NARROW = 160
const BROAD = 384
/** The least width of two columns, which hold the hand as well. */
const ROOMY = 236
/** Padding and borders of the column with the cards that can be drawn, and the gap of two cards. */
const PADDING = 38
const GAP = 5

/** Too narrow or too low for anything beside the board; a tablet in portrait has space below. */
export function isSmall({ width, height }: Screen): boolean {
  return width < 760 || height < 480 || (width < 900 && height > width)
}

/** The area of a board that fits into what is left. */
function boardArea(width: number, height: number, aspect: number): number {
  const shown = Math.max(0, Math.min(width, height * aspect))
  return shown * (shown / aspect)
}

const between = (least: number, value: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)))

/** The arrangement for a window, the width of the board as a multiple of its height, and a viewer with or without a hand. */
export function arrange(screen: Screen, aspect: number, hand: boolean): Sizes {
  const { width, height } = screen
  if (isSmall(screen)) return { how: 'phone', aside: 0, band: 0, handCard: 44, drawCard: 40 }
  const band = hand ? between(104, height * 0.128, 150) : 0
  // The board gets this share of the window before the columns become comfortable.
  const share = width < 1200 ? 0.52 : 0.575
  const wanted = Math.sqrt(share * width * height * aspect) + 6
  const wide = between(NARROW, width - wanted, Math.min(BROAD, width * 0.21))
  // Beside a tall board.
  const side = between(ROOMY, (width - (height - BAR - 8) * aspect) / 2, Math.min(BROAD, width * 0.256))
  const areas = [
    boardArea(width - wide, height - BAR - band, aspect),
    hand ? boardArea(width - 2 * side, height - BAR, aspect) : 0,
  ]
  const how = areas[1] > areas[0] * 1.02 ? 'side' : 'wide'
  const aside = how === 'side' ? side : wide
  const row = aside < 200 ? 3 : 5
  return {
    how,
    aside,
    band,
    handCard: how === 'side' ? between(44, aside / 5.6, 64) : between(34, (band - 54) / 1.45, 66),
    drawCard: Math.min(row === 3 ? 44 : 66, Math.floor((aside - PADDING - (row - 1) * GAP) / row)),
  }
}
