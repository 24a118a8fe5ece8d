/** Sentences with things in them that are more than words: players with their shape, cards with their symbol. */
import type { Counts } from '../cards/counts'

export type Thing =
  | { is: 'player'; seat: number }
  | { is: 'card'; kind: number }
  | { is: 'cards'; counts: Counts }
  | { is: 'city'; city: number }
  | { is: 'route'; route: number }
  | { is: 'tickets'; tickets: readonly number[] }

export type Value = string | number | Thing

/** A sentence of the catalogue, and what to put into it. */
export interface Said {
  key: string
  values: Record<string, Value>
}

export type Part = string | Thing

// Private letters that no catalogue uses: they keep the place of a thing while the sentence is put together.
const OPEN = '\ue000'
const CLOSE = '\ue001'

/** The sentence in parts: words, and the things between them in the order that the language puts them. */
export function parts(said: Said, t: (key: string, values?: Record<string, string | number>) => string): Part[] {
  const things: Thing[] = []
  const plain: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(said.values)) {
    plain[name] = typeof value === 'object' ? `${OPEN}${things.push(value) - 1}${CLOSE}` : value
  }
  return t(said.key, plain)
    .split(/\ue000(\d+)\ue001/)
    .map((part, at) => (at % 2 ? (things[Number(part)] ?? '') : part))
    .filter((part) => part !== '')
}
