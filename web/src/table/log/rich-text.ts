/** Rich text: sentences with players, cards, cities, routes and tickets in them. */
import type { Counts } from '../../net/counts'
import { cardName, cardsName, routeName, ticketName } from '../../i18n/names'
import { formatList } from '../../i18n/translate.svelte'
import type { EditionData } from '../../net/wire'

export type Thing =
  | { type: 'player'; seat: number }
  | { type: 'card'; kind: number }
  | { type: 'cards'; counts: Counts }
  | { type: 'city'; city: number }
  | { type: 'route'; route: number }
  | { type: 'tickets'; tickets: readonly number[] }

export type Value = string | number | Thing

/** A key of the catalogue, and the values for its message. */
export interface RichSentence {
  key: string
  values: Record<string, Value>
}

export type RichPart = string | Thing

// Private-use characters that no catalogue has: placeholders for things while the message is formatted.
const OPEN = '\ue000'
const CLOSE = '\ue001'

/** The sentence in parts: text, and the things between it in the order of the language. */
export function richParts(
  sentence: RichSentence,
  t: (key: string, values?: Record<string, string | number>) => string,
): RichPart[] {
  const things: Thing[] = []
  const plain: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(sentence.values)) {
    plain[name] = typeof value === 'object' ? `${OPEN}${things.push(value) - 1}${CLOSE}` : value
  }
  return t(sentence.key, plain)
    .split(/\ue000(\d+)\ue001/)
    .map((part, at) => (at % 2 ? (things[Number(part)] ?? '') : part))
    .filter((part) => part !== '')
}

/** The parts, each picture of cards with the text that must stay on its line: ": +7." */
export function glued(parts: readonly RichPart[]): { part: RichPart; tail: string }[] {
  let taken = ''
  return parts.map((part, n) => {
    const rest = typeof part === 'string' ? part.slice(taken.length) : part
    const next = parts[n + 1]
    taken =
      typeof part === 'object' && part.type === 'cards' && typeof next === 'string'
        ? (/^[^ ]+/.exec(next)?.[0] ?? '')
        : ''
    return { part: rest, tail: taken }
  })
}

/** A sentence in parts as plain text, for screen readers. */
export function spoken(edition: EditionData, players: readonly string[], parts: readonly RichPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      switch (part.type) {
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
          return formatList(part.tickets.map((ticket) => ticketName(edition, ticket)))
      }
    })
    .join('')
}
