/** The status of the game: whose decision is due, and a sentence about it. */
import type { Position } from '../net/fold'
import { PHASE, type Legal, type View } from '../net/wire'
import { claimable } from './intent/payments'
import type { RichSentence, Value } from './log/rich-text'
import { leastKept } from './tickets/tickets'

export interface GameStatus {
  /** Whether the viewer's own decision is due. */
  mine: boolean
  sentence: RichSentence
  /** What the viewer may do, each as a sentence. */
  verbs: RichSentence[]
}

function sentence(key: string, values: Record<string, Value> = {}): RichSentence {
  return { key, values }
}

/** The current user's seat whose decision is due: the one shown, if it is among them; null while others decide. */
export function nextSeat(view: Position, mine: readonly number[], seat: number | null): number | null {
  const due = view.due.filter((each) => mine.includes(each))
  if (due.length === 0) return null
  return seat !== null && due.includes(seat) ? seat : due[0]
}

export function gameStatus(view: Position, legal: Legal | null, builder: string | null): GameStatus {
  const { phase } = view.status
  if (phase === PHASE.over) return { mine: false, sentence: sentence('table.status.over'), verbs: [] }
  if (legal) return mine(view, legal, builder)
  return { mine: false, sentence: others(view), verbs: [] }
}

function mine(view: View, legal: Legal, builder: string | null): GameStatus {
  const own = (key: string, values: Record<string, Value> = {}, verbs: RichSentence[] = []) => ({
    mine: true,
    sentence: sentence(key, values),
    verbs,
  })
  switch (view.status.phase) {
    case PHASE.opening:
    case PHASE.keeping:
      return own('table.status.keep', { count: leastKept(legal) })
    case PHASE.tunnel:
      return own('table.status.tunnel', { count: view.status.due })
    case PHASE.second:
      return own('table.status.second')
    default:
      return own('table.status.turn', {}, verbs(legal, builder))
  }
}

function verbs(legal: Legal, builder: string | null): RichSentence[] {
  const list: RichSentence[] = []
  const routes = claimable(legal, null).size
  if (legal.draw !== null || legal.take.length > 0) list.push(sentence('table.verb.draw'))
  if (routes > 0) list.push(sentence('table.verb.claim', { count: routes }))
  if (legal.tickets !== null) list.push(sentence('table.verb.tickets'))
  if (builder !== null && legal.build.length > 0) list.push(sentence('table.verb.build'))
  if (legal.pass !== null) list.push(sentence('table.verb.pass'))
  return list
}

const WAITS: Readonly<Record<number, string>> = {
  [PHASE.second]: 'table.wait.second',
  [PHASE.keeping]: 'table.wait.keeping',
  [PHASE.tunnel]: 'table.wait.tunnel',
}

function others(view: Position): RichSentence {
  const { due } = view
  if (due.length === 0) return sentence('table.wait.dealing')
  const who: Value = { type: 'player', seat: due[0] }
  if (view.status.phase === PHASE.opening) return sentence('table.wait.opening', { count: due.length, who })
  return sentence(WAITS[view.status.phase] ?? 'table.wait.turn', { who })
}
