/** Sentences with things in them that are more than words: players with their shape, cards with their symbol. */
import type { Counts } from '../../net/counts'

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

/** The parts, each little picture of cards with what must not be torn from it: ": +7." */
export function glued(parts: readonly Part[]): { part: Part; tail: string }[] {
  let taken = ''
  return parts.map((part, n) => {
    const rest = typeof part === 'string' ? part.slice(taken.length) : part
    const next = parts[n + 1]
    taken =
      typeof part === 'object' && part.is === 'cards' && typeof next === 'string'
        ? (/^[^ ]+/.exec(next)?.[0] ?? '')
        : ''
    return { part: rest, tail: taken }
  })
}
