/** A tunnel that waits for an answer, as the board shows it. */
import type { Trial } from '../../board/board-state'
import { WILD, colorOf, spread } from '../../net/counts'
import type { EditionData, View } from '../../net/wire'

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
