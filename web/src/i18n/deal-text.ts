/** What the players of a table should know about its deal, as a sentence. */
import { formatList, t } from './translate.svelte'
import type { SeatCommitment } from '../net/fair/commitments'
import type { DealFault } from '../net/fair/deal-part'
import type { DealFrame } from '../net/wire'

/** A fault that this browser found, or the seats for which a fallback seed was used; empty if there is nothing. */
export function dealText(deal: DealFrame | null, fault: DealFault | null, names: string[]): string {
  if (fault) return t(fault.type === 'unopened' ? 'table.deal.denied' : 'table.deal.unfair')
  const commitments = (deal?.commitments ?? []) as unknown as SeatCommitment[]
  const replaced = names.filter((_, seat) => commitments[seat]?.stand_in)
  return replaced.length > 0 ? t('table.deal.fallback', { names: formatList(replaced) }) : ''
}
