/** Marks of tickets on cities: one for each city. */

export type MarkKind = 'todo' | 'offer' | 'chosen' | 'done'

export interface CityMark {
  city: number
  kind: MarkKind
}

/** Which mark a city shows when several tickets name it: first what is being decided now. */
const RANK: readonly MarkKind[] = ['chosen', 'offer', 'todo', 'done']

/** One mark for each city that has any. */
export function topMarks(marks: readonly CityMark[]): Map<number, MarkKind> {
  const found = new Map<number, MarkKind>()
  for (const { city, kind } of marks) {
    const other = found.get(city)
    if (other === undefined || RANK.indexOf(kind) < RANK.indexOf(other)) found.set(city, kind)
  }
  return found
}
