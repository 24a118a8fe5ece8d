/** The part of the screen that a refusal is about, so that it can be pointed out. */

export type StatName = 'pieces' | 'hand' | 'display' | 'tickets' | 'turn'

const CODES: Record<StatName, readonly string[]> = {
  pieces: ['pieces'],
  hand: [
    ...['cards', 'cards-no-wilds', 'cards-for-wild', 'cards-for-one', 'build-cards', 'build-cost'],
    ...['not-in-hand', 'none-in-hand', 'no-wilds', 'few-wilds', 'card-count', 'no-such-payment', 'stand-in-count'],
    ...['tunnel-first', 'top-up', 'top-up-wilds'],
  ],
  display: ['second-card', 'not-in-display', 'wild-second', 'deck-empty'],
  tickets: ['tickets-first', 'tickets-chosen', 'keep-first', 'keep-more', 'last-ticket', 'no-tickets'],
  turn: ['not-your-turn', 'no-pass'],
}

export function statOf(code: string): StatName | null {
  const stats = Object.keys(CODES) as StatName[]
  return stats.find((stat) => CODES[stat].includes(code)) ?? null
}
