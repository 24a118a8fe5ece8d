/** Labels of routes and cities for screen readers. */
import type { EditionData } from '../net/wire'
import { t, tOr } from '../i18n/translate.svelte'

export interface RouteStatus {
  /** The seat that owns it, or -1. */
  owner: number
  claimable: boolean
  closed: boolean
}

/** Colours and kinds of custom boards keep their names. */
export const colorName = (color: string): string => tOr(`board.color.${color}`, color)
export const kindName = (kind: string): string => tOr(`board.kind.${kind}`, kind)

export function routeLabel(
  edition: EditionData,
  number: number,
  status: RouteStatus,
  players: readonly string[],
): string {
  const route = edition.routes[number]
  const count = route.length
  return [
    t('board.route', { a: edition.cities[route.a].name, b: edition.cities[route.b].name }),
    route.spaces < count ? t('board.cards', { count }) : t('board.spaces', { count }),
    colorName(route.color === null ? 'gray' : edition.colors[route.color - 1]),
    kindName(route.kind),
    ...(route.symbols ? [t('board.symbols', { count: route.symbols })] : []),
    statusText(status, players),
  ].join(', ')
}

export function cityLabel(edition: EditionData, number: number, builder: number, players: readonly string[]): string {
  const city = edition.cities[number].name
  if (builder < 0) return t('board.city.buildable', { city })
  return t('board.city.built', { city, player: playerName(builder, players) })
}

function statusText({ owner, claimable, closed }: RouteStatus, players: readonly string[]): string {
  if (owner >= 0) return t('board.taken', { player: playerName(owner, players) })
  if (closed) return t('board.closed')
  return claimable ? t('board.claimable') : t('board.open')
}

function playerName(seat: number, players: readonly string[]): string {
  return players[seat] ?? t('board.player', { number: seat + 1 })
}
