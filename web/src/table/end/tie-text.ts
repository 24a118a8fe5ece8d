/** How a tie was broken, in the reader's language. */
import type { TieResult } from '../../net/wire'
import { has, listed, t } from '../../i18n/translate.svelte'

/** What was counted is no number that anybody would want to read. */
const UNCOUNTED = new Set(['longest-path-card'])

export function tieWords(step: TieResult, players: readonly string[]): string {
  const key = `end.tie.${step.tie}`
  // A tie-break of somebody's own edition has its own words.
  if (!has(key)) return step.words
  const name = (seat: number) => players[seat] ?? ''
  if (step.tie === 'shared') return t(key)
  if (step.tie === 'points') return t(key, { names: listed(step.seats.map(name)), points: step.counts[0] ?? 0 })
  const counts = step.seats.map((seat, at) => `${name(seat)} ${step.counts[at]}`).join(', ')
  const values = { what: t(key), counts, outcome: outcome(step, name) }
  return t(UNCOUNTED.has(step.tie) ? 'end.tie.plain' : 'end.tie.step', values)
}

function outcome({ seats, level }: TieResult, name: (seat: number) => string): string {
  if (level.length === 1) return t('end.tie.decides', { name: name(level[0]) })
  if (level.length === seats.length) return t('end.tie.level')
  return t('end.tie.ahead', { names: listed(level.map(name)) })
}
