/** Cards as counts by kind: index 0 is the wild, then the board's colours in order. */
import type { EditionData } from './wire'

export type Counts = readonly number[]

export const WILD = 0

/** The counts in an event's packed number: five bits a kind, too many for bit operations. */
export function unpack(packed: number, kinds: number): number[] {
  return Array.from({ length: kinds }, (_, kind) => Math.floor(packed / 32 ** kind) % 32)
}

export function size(counts: Counts): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

export function kindsOf(edition: EditionData): number {
  return edition.colors.length + 1
}

/** What a kind of card is called where it is painted: a colour's name, or "wild". */
export function colorOf(edition: EditionData, kind: number): string {
  return kind === WILD ? 'wild' : (edition.colors[kind - 1] ?? 'wild')
}

export function none(kinds: number): number[] {
  return new Array<number>(kinds).fill(0)
}

export function withOne(counts: Counts, kind: number, by = 1): number[] {
  return counts.map((count, at) => (at === kind ? count + by : count))
}

export function minus(counts: Counts, less: Counts): number[] {
  return counts.map((count, kind) => count - (less[kind] ?? 0))
}

/** Every card by itself, kinds in order: for rows of little cards. */
export function spread(counts: Counts): number[] {
  return counts.flatMap((count, kind) => new Array<number>(count).fill(kind))
}

export interface Pile {
  kind: number
  count: number
}

export const SORTS = ['board', 'most', 'fewest'] as const
export type Sort = (typeof SORTS)[number]

/** The piles of a hand, wilds first and then as one likes them. */
export function piles(hand: Counts, sort: Sort): Pile[] {
  const held = hand.map((count, kind) => ({ kind, count })).filter((pile) => pile.count > 0)
  const wilds = held.filter((pile) => pile.kind === WILD)
  const colors = held.filter((pile) => pile.kind !== WILD)
  if (sort === 'most') colors.sort((one, two) => two.count - one.count || one.kind - two.kind)
  if (sort === 'fewest') colors.sort((one, two) => one.count - two.count || one.kind - two.kind)
  return [...wilds, ...colors]
}
