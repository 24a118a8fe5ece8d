/** The number that counts: the winner's points and lead, and where the reader came in. */
import type { Result } from '../../net/wire'
import { t } from '../../i18n/translate.svelte'

type Standing = Pick<Result, 'totals' | 'ranks' | 'winners'>

export function leadText(
  { totals, ranks, winners }: Standing,
  players: readonly string[],
  seat: number | null,
): string {
  const points = Math.max(...winners.map((winner) => totals[winner]))
  const others = [...totals.keys()].filter((each) => !winners.includes(each))
  const second = others.toSorted((one, two) => ranks[one] - ranks[two])[0]
  const lead = second === undefined ? 0 : points - totals[second]
  const first =
    lead > 0 && second !== undefined
      ? t('end.lead', { points, lead, name: players[second] ?? '' })
      : t('end.lead.tie', { points })
  if (seat === null || winners.includes(seat)) return first
  return `${first} · ${t('end.yours', { points: totals[seat], rank: ranks[seat] })}`
}
