/** The number that counts: the winner's points and lead, and where the reader came in. */
import type { Result } from '../../net/wire'
import { t } from '../../i18n/translate.svelte'

type Standing = Pick<Result, 'totals' | 'ranks' | 'winners' | 'resigned'>

export function leadText(
  { totals, ranks, winners, resigned }: Standing,
  players: readonly string[],
  seat: number | null,
): string {
  const points = Math.max(...winners.map((winner) => totals[winner]))
  // Who resigned is last with any number of points: there is no lead over them, and no tie with them.
  const others = [...totals.keys()].filter((each) => !winners.includes(each) && !resigned.includes(each))
  const second = others.toSorted((one, two) => ranks[one] - ranks[two])[0]
  const first = leadOver(points, winners.length > 1 ? points : totals[second], players[second] ?? '')
  if (seat === null || winners.includes(seat)) return first
  return `${first} · ${t('end.yours', { points: totals[seat], rank: ranks[seat] })}`
}

function leadOver(points: number, next: number | undefined, name: string): string {
  if (next === undefined) return t('end.lead.none', { points })
  return points > next ? t('end.lead', { points, lead: points - next, name }) : t('end.lead.tie', { points })
}
