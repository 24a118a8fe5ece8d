/** What a tip says about a route. Costs are those that the server lists as legal; nothing here decides what is. */
import { colorName, kindName } from '../../board/labels'
import { cardsName, pieceName } from '../../i18n/names'
import { t } from '../../i18n/translate.svelte'
import type { EditionData, Legal } from '../../net/wire'
import { claimPayments, claimOption, hasStandIns } from '../intent/payments'

export interface RouteFacts {
  /** Length, colour and kind. */
  about: string
  /** What it is worth, and which pieces it takes. */
  worth: string
  /** The player it belongs to; empty while it is free. */
  owner: string
  /** What it would cost now; empty where it can't be claimed. */
  cost: string
}

export function routeFacts(
  edition: EditionData,
  route: number,
  legal: Legal | null,
  owner: { seat: number; option: number },
  players: readonly string[],
): RouteFacts {
  const data = edition.routes[route]
  const taken = owner.seat >= 0
  // An option that is open now; for a route that can't be claimed the first one, which is the usual one.
  const option =
    (taken ? edition.options[owner.option] : claimOption(edition, legal, route)) ??
    edition.options.find((each) => each.route === route)
  return {
    about: [
      data.spaces < data.length ? t('board.cards', { count: data.length }) : t('board.spaces', { count: data.length }),
      colorName(data.color === null ? 'gray' : edition.colors[data.color - 1]),
      kindName(data.kind),
      ...(data.symbols ? [t('board.symbols', { count: data.symbols })] : []),
    ].join(', '),
    worth: !option
      ? ''
      : option.track > 0
        ? t('table.claim.track', { count: option.track })
        : t('table.claim.points', { count: option.points, pieces: pieceName(option.piece, option.pieces) }),
    owner: taken
      ? t('board.taken', { player: players[owner.seat] ?? t('board.player', { number: owner.seat + 1 }) })
      : '',
    cost: taken ? '' : costText(edition, legal, route),
  }
}

/** The payments with the fewest wilds, one for each colour; the first three of them. */
function costText(edition: EditionData, legal: Legal | null, route: number): string {
  const best = new Map<number, { cards: readonly number[]; wilds: number }>()
  for (const payment of claimPayments(legal, route)) {
    const known = best.get(payment.color)
    if (!known || payment.wilds < known.wilds) best.set(payment.color, payment)
  }
  const ways = [...best.values()].toSorted((one, two) => one.wilds - two.wilds)
  const texts = ways.slice(0, 3).map(({ cards }) => cardsName(edition, [...cards]))
  if (texts.length === 0) return hasStandIns(legal, route) ? t('table.tip.stand-ins') : ''
  return t('table.tip.cost', { ways: texts.join(' / '), more: Math.max(0, ways.length - 3) })
}
