/** Why not, in the reader's language. */
import { WILD } from '../net/counts'
import type { Values } from './message'
import { sentence } from '../lib/problems'
import type { EditionData, WhyAnswer } from '../net/wire'
import { has, language, listed, t } from './translate.svelte'
import { cardName, pieceName, routeName } from './names'

/** Why the server says no; the reason has a name and numbers where it was asked for. */
export interface Reason {
  reason: string
  rule: string | null
  code?: WhyAnswer['code']
  numbers?: WhyAnswer['numbers']
}

/** The words of the reason's name; else the server's own, which say most, or in another language what the rule says. */
export function whyWords(edition: EditionData, players: readonly string[], why: Reason): string {
  const named = `why.${why.code}`
  if (why.code && has(named)) return t(named, values(edition, players, why.numbers ?? {}))
  const key = `table.why.${why.rule}`
  return language() !== 'en' && has(key) ? t(key) : sentence(why.reason)
}

/** Names instead of numbers: of routes, cities, players, cards and pieces. */
function values(edition: EditionData, players: readonly string[], numbers: Record<string, number>): Values {
  const { route, city, seat, piece, pieces, left, cards } = numbers
  const said: Values = { ...numbers, wild: cardName(edition, WILD) }
  if (route !== undefined) said.route = routeName(edition, route)
  if (city !== undefined) said.city = edition.cities[city].name
  if (seat !== undefined) said.name = players[seat] ?? ''
  if (cards !== undefined) said.cost = cost(edition, numbers)
  if (piece !== undefined) {
    const name = edition.piece_order[piece]
    if (pieces !== undefined) said.pieces = pieceName(name, pieces)
    said.left = left ?? pieceName(name, 0)
  }
  return said
}

/** "1 × locomotive and 3 × blue", or cards of one colour. */
function cost(edition: EditionData, { cards, wilds = 0, color = 0 }: Record<string, number>): string {
  const each = (count: number, kind: number) => t('why.cost.color', { count, card: cardName(edition, kind) })
  const parts: string[] = []
  if (wilds > 0) parts.push(each(wilds, WILD))
  if (cards > 0) parts.push(color > 0 ? each(cards, color) : t('why.cost.any', { count: cards }))
  return listed(parts)
}
