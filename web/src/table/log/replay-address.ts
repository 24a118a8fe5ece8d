/** The address of a moment: `?step=74`, and after the game `&seat=1` for whose view it is. */
import type { ReplayAddress } from './game-log.svelte'

export function replayAddress(search: string): ReplayAddress | null {
  const query = new URLSearchParams(search)
  const step = numberOf(query.get('step'))
  return step === null ? null : { step, seat: numberOf(query.get('seat')) }
}

/** The query for a moment; empty for now. A seat is named where it is not the reader's own. */
export function replayQuery(step: number | null, seat: number | null): URLSearchParams {
  const query = new URLSearchParams()
  if (step !== null) query.set('step', String(step))
  if (step !== null && seat !== null) query.set('seat', String(seat))
  return query
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}
