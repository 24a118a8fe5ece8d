/** The piles of a hand, and the orders a player can sort them in. */
import { WILD, type Counts } from '../../net/counts'

export interface Pile {
  kind: number
  count: number
}

export const SORTS = ['board', 'most', 'fewest'] as const
export type Sort = (typeof SORTS)[number]

/** The piles of a hand, wilds first, then in the chosen order. */
export function piles(hand: Counts, sort: Sort): Pile[] {
  const held = hand.map((count, kind) => ({ kind, count })).filter((pile) => pile.count > 0)
  const wilds = held.filter((pile) => pile.kind === WILD)
  const colors = held.filter((pile) => pile.kind !== WILD)
  if (sort === 'most') colors.sort((one, two) => two.count - one.count || one.kind - two.kind)
  if (sort === 'fewest') colors.sort((one, two) => one.count - two.count || one.kind - two.kind)
  return [...wilds, ...colors]
}
