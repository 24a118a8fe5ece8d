/** Names of editions, cards, pieces, routes, tickets and bot levels in the reader's language, if the catalogue has them. */
import { WILD, colorOf, type Counts } from '../net/counts'
import type { EditionData, SeatInfo, Status } from '../net/wire'
import { formatList, t, tOr } from './translate.svelte'

export function editionName({ id, name }: Pick<EditionData, 'id' | 'name'>): string {
  return tOr(`edition.${id}.name`, name)
}

/** What players should know about a reconstructed board. */
export function editionNote({ id, note }: Pick<EditionData, 'id' | 'note'>): string {
  return tOr(`edition.${id}.note`, note)
}

/** A person's name. The names that the server gives are English, and may be numbered twice: they are translated. */
export function personName(name: string): string {
  const [, kind, numbers] = /^(Guest|Former player)((?: \d+)*)$/.exec(name) ?? []
  if (kind === undefined) return name
  return kind === 'Guest' ? t('lobby.guest', { number: numbers.trim() }).trimEnd() : t('lobby.former') + numbers
}

/** Who sits on a seat, or the number of a free one. */
export function seatName({ name, seat }: Pick<SeatInfo, 'name' | 'seat'>): string {
  return name ? personName(name) : t('lobby.first.number', { number: seat + 1 })
}

/** What was typed into a field that began with `personName(own)`: whoever left it alone keeps the server's own name. */
export function typedName(typed: string, own: string): string {
  return typed.trim() === personName(own) ? own : typed.trim()
}

export function cardName(edition: EditionData, kind: number): string {
  if (kind === WILD) return tOr(`table.wild.${edition.wild}`, edition.wild)
  const color = colorOf(edition, kind)
  return tOr(`board.color.${color}`, color)
}

/** Cards of one kind: "2 red", "2 locomotives". */
export function countedCards(edition: EditionData, kind: number, count: number): string {
  const plain = t('table.cards.count', { count, card: cardName(edition, kind) })
  return kind === WILD ? tOr(`table.wild.${edition.wild}.count`, plain, { count }) : plain
}

/** Several cards: "2 red and 1 locomotive". */
export function cardsName(edition: EditionData, counts: Counts): string {
  const parts = counts.flatMap((count, kind) => (count > 0 ? [countedCards(edition, kind, count)] : []))
  return parts.length > 0 ? formatList(parts) : t('table.cards.none')
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

/** The name of a bot level. */
export function levelName(level: string): string {
  return tOr(`level.${level}`, level)
}

/** How many more cards a tunnel costs. */
export function dueText(edition: EditionData, { due, color }: Status): string {
  const values = { count: due, card: cardName(edition, color), wild: cardName(edition, WILD) }
  return t(color === WILD ? 'table.tunnel.due.wild' : 'table.tunnel.due', values)
}
