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
  /** What can be drawn lies in a row below the board. */
  drawRow: boolean
  /** The height of the tickets below the hand; 0 where they are in a tab, or have a place beside it. */
  tickets: number
}

interface Screen {
  width: number
  height: number
}

/** The height of the top bar, which style sheets use as well. */
export const BAR = 48
/** The least and the greatest width of a column; a narrower one can't hold three cards in a row. */
const NARROW = 160
const BROAD = 400
/** The least and the greatest width of two columns, which hold the hand as well; the least also as a share of the window. */
const ROOMY = 236
const ROOMY_SHARE = 0.14
const ROOMIEST = 460
/** Columns below this width have three cards in a row instead of four or five. */
const SLIM = 300
/** Padding and borders of the column with the cards that can be drawn, and the gap of two cards. */
const PADDING = 38
const GAP = 5
/** Cards are this many times as high as wide, and piles up to this many times as wide as a card. */
const CARD = 1.45
const PILE = 1.22
/** The height of a row of cards that can be drawn, without the cards, and the width of a card in it. */
const ROW = 18
const ROW_CARD = 44
/** On a small screen: heights of all that is not the board, of the tickets, and the least width of both in two columns. */
const STACK = 365
const TICKETS = 104
const TABLET = 600

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

/**
 * On a small screen the board has the whole width. What a broad one leaves of the height of a tablet is for the tickets
 * and for larger cards.
 */
function small({ width, height }: Screen, aspect: number, hand: boolean): Sizes {
  const spare = width < TABLET || width > height ? 0 : Math.max(0, height - STACK - width / aspect)
  const tickets = hand && spare > TICKETS ? TICKETS : 0
  const grown = between(0, (spare - tickets) / 2 / CARD, 22)
  return { how: 'phone', aside: 0, band: 0, handCard: 44 + grown, drawCard: 40 + grown, drawRow: true, tickets }
}

/** The width of a card in a column with this many piles in a row. */
function pileCard(column: number, count: number): number {
  return (column - 34 - 12 * (count - 1)) / count / PILE
}

/** The width of a card that can be drawn, with this many in a row of the column. */
function cardIn(column: number, count: number): number {
  return Math.floor((column - PADDING - (count - 1) * GAP) / count)
}

/** The arrangement for a window, the width of the board as a multiple of its height, and a viewer with or without a hand. */
export function arrange(screen: Screen, aspect: number, hand: boolean): Sizes {
  const { width, height } = screen
  if (isSmall(screen)) return small(screen, aspect, hand)
  const band = hand ? between(104, height * 0.128, 150) : 0
  // The board gets this share of the window before the columns become comfortable.
  const share = width < 1200 ? 0.52 : 0.575
  const wanted = Math.sqrt(share * width * height * aspect) + 6
  const wide = between(NARROW, width - wanted, Math.min(BROAD, width * 0.21))
  // Beside a tall board.
  const least = Math.max(ROOMY, width * ROOMY_SHARE)
  const side = between(least, (width - (height - BAR - 8) * aspect) / 2, Math.min(ROOMIEST, width * 0.256))
  const areas = [
    boardArea(width - wide, height - BAR - band, aspect),
    hand ? boardArea(width - 2 * side, height - BAR, aspect) : 0,
  ]
  if (areas[1] > areas[0] * 1.02) {
    const slim = side < SLIM
    const [piles, row] = slim ? [3, 3] : [4, 5]
    return {
      how: 'side',
      aside: side,
      band,
      handCard: between(44, pileCard(side, piles), 76),
      drawCard: Math.min(slim ? 66 : 76, cardIn(side, row)),
      drawRow: false,
      tickets: 0,
    }
  }
  // A narrow column has no room for cards as well; below a broad board there is some.
  const high = ROW + ROW_CARD * CARD
  const left = boardArea(width - wide, height - BAR - band - high, aspect)
  const drawRow = wide < 240 && left >= Math.min(0.515 * width * height, areas[0])
  const row = wide < 200 ? 3 : 5
  return {
    how: 'wide',
    aside: wide,
    band,
    handCard: between(34, (band - 54) / CARD, 66),
    drawCard: drawRow ? ROW_CARD : Math.min(row === 3 ? 44 : 66, cardIn(wide, row)),
    drawRow,
    tickets: 0,
  }
}
