/** Routes that nobody can claim any more, although nobody owns them. */
export function closedRoutes(closes: readonly [number, number][], owner: readonly number[]): Set<number> {
  return new Set(closes.filter(([claimed, other]) => owner[claimed] >= 0 && owner[other] < 0).map(([, other]) => other))
}
