/** The ways in which routes are taken, for telling what a claim would bring. */
import type { EditionData, View, WayData } from '../net/wire'

/** The way in which a route is taken now: with a shared piece while there are any, or else with one's own. */
export function wayNow(edition: EditionData, view: View | null, route: number): WayData | null {
  const ways = edition.ways.filter((way) => way.route === route)
  const shared = ways.find((way) => way.shared)
  if (shared && (view?.status.pool ?? 0) > 0) return shared
  return ways.find((way) => !way.shared) ?? shared ?? null
}
