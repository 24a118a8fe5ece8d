/** Cards as counts by kind: index 0 is the wild, then the board's colours in order. */
import type { EditionData } from './wire'

export type Counts = readonly number[]

export const WILD = 0

export function size(counts: Counts): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

export function kindsOf(edition: EditionData): number {
  return edition.colors.length + 1
}

/** The name of a kind of card in `looks/`: a colour, or "wild". */
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
