/** Payments as the server lists them, grouped for a person to choose from. Nothing here decides what is legal. */
import { WILD, type Counts } from '../../net/counts'
import type { ClaimOptionData, EditionData, Legal } from '../../net/wire'

export interface Payment {
  move: number
  cards: Counts
  /** The colour paid with, or the wild where only wilds are paid. */
  color: number
  wilds: number
}

/** The payments of one colour; they differ in how many wilds they hold. */
export interface ColorChoice {
  color: number
  payments: Payment[]
}

function payment(move: number, cards: Counts): Payment {
  const color = cards.findIndex((count, kind) => kind !== WILD && count > 0)
  return { move, cards, color: color < 0 ? WILD : color, wilds: cards[WILD] ?? 0 }
}

export function claimPayments(legal: Legal | null, route: number): Payment[] {
  return (legal?.claim ?? []).filter(([, at]) => at === route).map(([move, , cards]) => payment(move, cards))
}

export function buildPayments(legal: Legal | null, city: number): Payment[] {
  return (legal?.build ?? []).filter(([, at]) => at === city).map(([move, , cards]) => payment(move, cards))
}

export function topUps(legal: Legal | null): Payment[] {
  return (legal?.pay ?? []).map(([move, cards]) => payment(move, cards))
}

/** The number of the claim option by which a route can be claimed now; null when it can't. */
export function optionNumber(legal: Legal | null, route: number): number | null {
  const claims = [...(legal?.claim ?? []), ...(legal?.stand_ins ?? [])]
  return claims.find(([, at]) => at === route)?.[3] ?? null
}

/** The claim option by which a route can be claimed now; null when it can't. */
export function claimOption(edition: EditionData, legal: Legal | null, route: number): ClaimOptionData | null {
  return edition.options[optionNumber(legal, route) ?? -1] ?? null
}

/** Whether a route can also be paid for with stand-ins. */
export function hasStandIns(legal: Legal | null, route: number): boolean {
  return (legal?.stand_ins ?? []).some(([, at]) => at === route)
}

/** Colours in the board's order, wilds alone last; in each the payment with the fewest wilds first. */
export function byColor(payments: readonly Payment[]): ColorChoice[] {
  const groups = new Map<number, Payment[]>()
  for (const each of payments) groups.set(each.color, [...(groups.get(each.color) ?? []), each])
  return [...groups.entries()]
    .map(([color, of]) => ({ color, payments: of.toSorted((one, two) => one.wilds - two.wilds) }))
    .toSorted((one, two) => rank(one.color) - rank(two.color))
}

function rank(color: number): number {
  return color === WILD ? Number.MAX_SAFE_INTEGER : color
}

/** The payment that a pile means: of its colour, with as few wilds as possible; for the wilds, with as many. */
export function paymentWith(payments: readonly Payment[], kind: number): Payment | null {
  const paid = payments.filter((each) => (each.cards[kind] ?? 0) > 0)
  if (kind === WILD) return paid.toSorted((one, two) => two.wilds - one.wilds)[0] ?? null
  return paid.filter((each) => each.color === kind).toSorted((one, two) => one.wilds - two.wilds)[0] ?? null
}

/** The routes that can be claimed now, with any cards or with those of one pile. */
export function claimable(legal: Legal | null, pile: number | null): Set<number> {
  const routes = new Set<number>()
  for (const [, route, cards] of legal?.claim ?? []) if (pile === null || (cards[pile] ?? 0) > 0) routes.add(route)
  for (const [, route] of legal?.stand_ins ?? []) routes.add(route)
  return routes
}

/** The cities that can be built in now, with any cards or with those of one pile. */
export function buildable(legal: Legal | null, pile: number | null): Set<number> {
  const cities = new Set<number>()
  for (const [, city, cards] of legal?.build ?? []) if (pile === null || (cards[pile] ?? 0) > 0) cities.add(city)
  return cities
}

/** The kinds of cards that some of these payments hold. */
export function kindsIn(payments: readonly Payment[]): Set<number> {
  const kinds = new Set<number>()
  for (const each of payments) each.cards.forEach((count, kind) => count > 0 && kinds.add(kind))
  return kinds
}

/** The other track of a double route, if it has one. */
export function twinOf(edition: EditionData, route: number): number | null {
  const pair = edition.routes[route]?.pair ?? null
  if (pair === null) return null
  const twin = edition.routes.findIndex((other, at) => at !== route && other.pair === pair)
  return twin < 0 ? null : twin
}

/**
 * The track of a double route that is meant: the one pointed at, unless only the other can be claimed; both where a
 * person has to choose, because they differ in colour and both can be claimed.
 */
export function halves(edition: EditionData, route: number, open: ReadonlySet<number>): number[] {
  const twin = twinOf(edition, route)
  if (twin === null || !open.has(twin)) return [route]
  if (!open.has(route)) return [twin]
  return edition.routes[route]?.color === edition.routes[twin]?.color ? [route] : [route, twin]
}
