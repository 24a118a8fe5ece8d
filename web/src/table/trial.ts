/** A tunnel that waits for an answer, as the board shows it. */
import type { Trial } from '../board/shown'
import { WILD, colorOf, spread } from '../cards/counts'
import type { EditionData, View } from '../lib/wire'

export function trialOf(edition: EditionData, view: View): Trial | null {
  const { way, seat, color } = view.status
  const route = edition.ways[way]?.route
  if (route === undefined) return null
  const turned = spread(view.turned).map((kind) => ({
    color: colorOf(edition, kind),
    match: kind === WILD || kind === color,
  }))
  return { route, seat, turned }
}
