/** A tunnel that waits for an answer, as the board shows it. */
import type { TunnelAttempt } from '../../board/board-state'
import { colorOf, spread } from '../../net/counts'
import type { EditionData, View } from '../../net/wire'

export function tunnelAttempt(edition: EditionData, view: View): TunnelAttempt | null {
  const { option, seat, color } = view.status
  const route = edition.options[option]?.route
  if (route === undefined) return null
  const turned = spread(view.turned).map((kind) => ({
    color: colorOf(edition, kind),
    match: edition.tunnel_matches[color].includes(kind),
  }))
  return { route, option, seat, turned }
}
