/** Which tracks of double routes nobody can take any more: what is legal for a seat, the server says. */

import type { EditionData } from '../net/wire'

/** Free routes whose other half is taken, where so few sit at the table that one half closes the other. */
export function closed(
  edition: Pick<EditionData, 'routes' | 'both_from'>,
  owner: number[],
  seats: number,
): Set<number> {
  if (seats >= edition.both_from) return new Set()
  const taken = new Set(
    edition.routes.filter((route, n) => route.pair !== null && owner[n] >= 0).map(({ pair }) => pair),
  )
  return new Set(edition.routes.flatMap(({ pair }, n) => (taken.has(pair) && owner[n] < 0 ? [n] : [])))
}
