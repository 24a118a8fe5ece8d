/** Names of things, in the reader's language as far as they have one. */
import { WILD, colorOf, type Counts } from '../net/counts'
import type { EditionData, Status } from '../net/wire'
import { listed, t, tOr } from './translate.svelte'
import type { Part } from '../table/log/rich-text'

export function cardName(edition: EditionData, kind: number): string {
  if (kind === WILD) return tOr(`table.wild.${edition.wild}`, edition.wild)
  const color = colorOf(edition, kind)
  return tOr(`board.color.${color}`, color)
}

/** Several cards: "2 red and 1 locomotive". */
export function cardsName(edition: EditionData, counts: Counts): string {
  const said = counts.flatMap((count, kind) => (count > 0 ? [`${count} ${cardName(edition, kind)}`] : []))
  return said.length > 0 ? listed(said) : t('table.cards.none')
}

export function pieceName(piece: string, count: number): string {
  return tOr(`board.piece.${piece}`, `${count} ${piece}`, { count })
}

export function routeName(edition: EditionData, route: number): string {
  const { a, b } = edition.routes[route]
  return `${edition.cities[a].name} – ${edition.cities[b].name}`
}

export function ticketName(edition: EditionData, ticket: number): string {
  const { a, b } = edition.tickets[ticket]
  return `${edition.cities[a].name} – ${edition.cities[b].name}`
}

/** A sentence in parts as plain words, to be spoken. */
export function spoken(edition: EditionData, players: readonly string[], parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      switch (part.is) {
        case 'player':
          return players[part.seat] ?? ''
        case 'card':
          return cardName(edition, part.kind)
        case 'cards':
          return cardsName(edition, part.counts)
        case 'city':
          return edition.cities[part.city].name
        case 'route':
          return routeName(edition, part.route)
        case 'tickets':
          return listed(part.tickets.map((ticket) => ticketName(edition, ticket)))
      }
    })
    .join('')
}

/** What a tunnel costs more. */
export function dueWords(edition: EditionData, { due, color }: Status): string {
  const values = { count: due, card: cardName(edition, color) }
  return t(color === WILD ? 'table.tunnel.due.wild' : 'table.tunnel.due', values)
}
