/** One sentence about where the game stands: what oneself may do now, or who is awaited. */
import { PHASE, type Legal, type View } from '../net/wire'
import { claimable } from './intent/payments'
import type { Said, Value } from './log/rich-text'
import { leastKept } from './tickets/tickets'

export interface Standing {
  /** Whether it is one's own choice that is awaited. */
  mine: boolean
  said: Said
  /** What may be done, each by itself. */
  verbs: Said[]
}

function said(key: string, values: Record<string, Value> = {}): Said {
  return { key, values }
}

/** The seats whose choice is awaited. */
export function dueSeats(view: View): number[] {
  const { phase, owes, seat } = view.status
  if (owes !== 0 || phase === PHASE.over || phase === PHASE.setup) return []
  if (phase !== PHASE.opening) return [seat]
  return view.chosen.flatMap((chosen, at) => (chosen ? [] : [at]))
}

export function standing(view: View, legal: Legal | null, builder: string | null): Standing {
  const { phase } = view.status
  if (phase === PHASE.over) return { mine: false, said: said('table.status.over'), verbs: [] }
  if (legal) return mine(view, legal, builder)
  return { mine: false, said: others(view), verbs: [] }
}

function mine(view: View, legal: Legal, builder: string | null): Standing {
  const tell = (key: string, values: Record<string, Value> = {}, verbs: Said[] = []) => ({
    mine: true,
    said: said(key, values),
    verbs,
  })
  switch (view.status.phase) {
    case PHASE.opening:
    case PHASE.keeping:
      return tell('table.status.keep', { count: leastKept(legal) })
    case PHASE.tunnel:
      return tell('table.status.tunnel', { count: view.status.due })
    case PHASE.second:
      return tell('table.status.second')
    default:
      return tell('table.status.turn', {}, verbs(legal, builder))
  }
}

function verbs(legal: Legal, builder: string | null): Said[] {
  const list: Said[] = []
  const routes = claimable(legal, null).size
  if (legal.draw !== null || legal.take.length > 0) list.push(said('table.verb.draw'))
  if (routes > 0) list.push(said('table.verb.claim', { count: routes }))
  if (legal.tickets !== null) list.push(said('table.verb.tickets'))
  if (builder !== null && legal.build.length > 0) list.push(said('table.verb.build'))
  if (legal.pass !== null) list.push(said('table.verb.pass'))
  return list
}

const WAITS: Readonly<Record<number, string>> = {
  [PHASE.second]: 'table.wait.second',
  [PHASE.keeping]: 'table.wait.keeping',
  [PHASE.tunnel]: 'table.wait.tunnel',
}

function others(view: View): Said {
  const due = dueSeats(view)
  if (due.length === 0) return said('table.wait.dealing')
  const who: Value = { is: 'player', seat: due[0] }
  if (view.status.phase === PHASE.opening) return said('table.wait.opening', { count: due.length, who })
  return said(WAITS[view.status.phase] ?? 'table.wait.turn', { who })
}
