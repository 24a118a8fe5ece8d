/** A table while it is being set up: who is to sit where, and by which terms. */
import type { EditionCard, NewSettings, NewTable, SeatInfo, TableInfo } from '../../net/wire'

export type SeatPlan =
  { kind: 'me' } | { kind: 'bot'; level: string } | { kind: 'link' } | { kind: 'shared'; name: string }

export type Undoing = 'none' | 'agreed' | 'free'
export type ClockName = 'none' | 'brisk' | 'calm' | 'days'

export interface Plan {
  edition: string
  seats: SeatPlan[]
  open: boolean
  /** Null: whatever fits those who play. */
  undo: Undoing | null
  /** Milliseconds. */
  pace: number
  hints: boolean
  /** Null: another one than these. */
  clock: ClockName | null
  /** Seconds before a bot plays for somebody absent; null: nobody does. */
  absent: number | null
}

export const PACES = [0, 500, 1200, 2500]
export const CLOCKS: Record<ClockName, { bank: number; more: number } | null> = {
  none: null,
  brisk: { bank: 300, more: 10 },
  calm: { bank: 900, more: 20 },
  days: { bank: 86_400, more: 3_600 },
}
export const ABSENT = [null, 30, 90, 600]

const LEVEL = 'medium'

/** A good table without a thought: oneself and two bots. */
export function firstPlan(edition: EditionCard): Plan {
  const seats = edition.seats.includes(3) ? 3 : edition.seats[0]
  return {
    edition: edition.id,
    seats: Array.from({ length: seats }, (_, seat) => (seat ? { kind: 'bot', level: LEVEL } : { kind: 'me' })),
    open: false,
    undo: null,
    pace: 1200,
    hints: false,
    clock: 'none',
    absent: 90,
  }
}

/** The plan with more or fewer seats; new ones are like the last. */
export function resized(plan: Plan, seats: number): Plan {
  const last = plan.seats.at(-1)!
  const more: SeatPlan = last.kind === 'me' || last.kind === 'shared' ? { kind: 'bot', level: LEVEL } : last
  const added = Array.from({ length: Math.max(0, seats - plan.seats.length) }, () => ({ ...more }))
  return { ...plan, seats: [...plan.seats.slice(0, seats), ...added] }
}

export const byLink = (plan: Plan) => plan.seats.filter((seat) => seat.kind === 'link').length
export const sharing = (plan: Plan) => plan.seats.filter((seat) => seat.kind === 'shared').length
export const bots = (plan: Plan) => plan.seats.filter((seat) => seat.kind === 'bot').length

/** Undo by default: free where nobody else could mind. */
export function undoOf(plan: Plan): Undoing {
  return plan.undo ?? (byLink(plan) || sharing(plan) ? 'agreed' : 'free')
}

/** What the server is asked for. People of this screen sit before those who come by link. */
export function asked(plan: Plan, me: string): Omit<NewTable, 'id'> {
  const here = plan.seats.filter((seat) => seat.kind !== 'link')
  const seats = [...here, ...plan.seats.filter((seat) => seat.kind === 'link')]
  const levels = seats.flatMap((seat, at) => (seat.kind === 'bot' ? [[String(at), seat.level]] : []))
  const people = seats.flatMap((seat) => (seat.kind === 'me' ? [me] : seat.kind === 'shared' ? [seat.name.trim()] : []))
  return {
    edition: plan.edition,
    seats: seats.length,
    people,
    bots: Object.fromEntries(levels) as Record<string, string>,
    open: plan.open && byLink(plan) > 0,
    undo: undoOf(plan),
    pace: plan.pace,
    hints: plan.hints,
    clock: people.length + byLink(plan) > 1 ? CLOCKS[plan.clock ?? 'none'] : null,
    absent: byLink(plan) ? plan.absent : null,
  }
}

/** A table that gathers, as a plan. Whoever sits elsewhere, or is still to come, comes by link. */
export function planOf(table: TableInfo): Plan {
  const first = table.seats.find((seat) => seat.yours)
  const kind = (seat: SeatInfo): SeatPlan => {
    if (seat.level !== null) return { kind: 'bot', level: seat.level }
    if (!seat.yours) return { kind: 'link' }
    return seat === first ? { kind: 'me' } : { kind: 'shared', name: seat.name }
  }
  const clocks = Object.keys(CLOCKS) as ClockName[]
  const { edition, open, pace, hints, absent } = table
  return {
    ...{ edition, open, pace, hints, absent },
    seats: table.seats.map(kind),
    undo: table.undo as Undoing,
    clock:
      clocks.find((name) => CLOCKS[name]?.bank === table.clock?.bank && CLOCKS[name]?.more === table.clock?.more) ??
      null,
  }
}

/** What is different, as the server is asked for it. */
export function changed(plan: Plan, next: Plan): Omit<NewSettings, 'id'> {
  const { open, undo, pace, hints, clock, absent } = next
  return {
    ...(open !== plan.open && { open }),
    ...(undo !== plan.undo && undo !== null && { undo }),
    ...(pace !== plan.pace && { pace }),
    ...(hints !== plan.hints && { hints }),
    ...(clock !== plan.clock && clock !== null && { clock: CLOCKS[clock] }),
    ...(absent !== plan.absent && { absent }),
  }
}

/** What is wrong with a plan, as a key of the catalogue; null when nothing is. */
export function fault(plan: Plan, me: string): string | null {
  const names = [me, ...plan.seats.flatMap((seat) => (seat.kind === 'shared' ? [seat.name] : []))]
  const trimmed = names.map((name) => name.trim().toLowerCase())
  if (trimmed.some((name) => !name)) return 'lobby.fault.name'
  if (new Set(trimmed).size < trimmed.length) return 'lobby.fault.names'
  return null
}
