/** How a tie was broken, as text in the reader's language. */
import type { TieResult } from '../../net/wire'
import { hasText, formatList, t } from '../../i18n/translate.svelte'

/** Tie-breaks whose counts mean nothing to a reader. */
const UNCOUNTED = new Set(['longest-path-card'])

export function tieText(step: TieResult, players: readonly string[]): string {
  const key = `end.tie.${step.tie}`
  // A tie-break of a custom edition has its own text.
  if (!hasText(key)) return step.words
  const name = (seat: number) => players[seat] ?? ''
  if (step.tie === 'shared') return t(key)
  if (step.tie === 'points') return t(key, { names: formatList(step.seats.map(name)), points: step.counts[0] ?? 0 })
  const counts = step.seats.map((seat, at) => `${name(seat)} ${step.counts[at]}`).join(', ')
  const values = { what: t(key), counts, outcome: outcome(step, name) }
  return t(UNCOUNTED.has(step.tie) ? 'end.tie.plain' : 'end.tie.step', values)
}

function outcome({ seats, level }: TieResult, name: (seat: number) => string): string {
  if (level.length === 1) return t('end.tie.decides', { name: name(level[0]) })
  if (level.length === seats.length) return t('end.tie.level')
  return t('end.tie.ahead', { names: formatList(level.map(name)) })
}
