/** The plan of a table while it is set up: its seats and settings. */
import { levelName } from '../../i18n/names'
import { t } from '../../i18n/translate.svelte'
import { PLAYERS, type Shape } from '../../looks/players'
import type { EditionCard, NewTable, SeatInfo, TableInfo, TableSettings } from '../../net/wire'

export type SeatPlan = { shape?: Shape } & (
  { kind: 'me' } | { kind: 'bot'; level: string } | { kind: 'link' } | { kind: 'shared'; name: string }
)

export type UndoRule = NonNullable<TableSettings['undo']>
export type ClockName = 'none' | 'brisk' | 'calm' | 'days'

/** The settings that a player chooses; the number of seats follows from the seats. */
export interface PlannedSettings extends Omit<Required<TableSettings>, 'seats' | 'hot_seat' | 'undo'> {
  /** Null: the default for these players. */
  undo: UndoRule | null
}

export interface TablePlan {
  seats: SeatPlan[]
  settings: PlannedSettings
}

export const PACES = [0, 500, 1200, 2500]
export const CLOCKS: Record<ClockName, PlannedSettings['clock']> = {
  none: null,
  brisk: { bank: 300, more: 10 },
  calm: { bank: 900, more: 20 },
  days: { bank: 86_400, more: 3_600 },
}
export const ABSENT = [null, 30, 90, 600]

const LEVEL = 'medium'

/** The default plan: the current user and two bots. */
export function defaultPlan(edition: EditionCard): TablePlan {
  const seats = edition.seats.includes(3) ? 3 : edition.seats[0]
  return {
    seats: Array.from({ length: seats }, (_, seat) => (seat ? { kind: 'bot', level: LEVEL } : { kind: 'me' })),
    settings: {
      edition: edition.id,
      open: false,
      undo: null,
      pace: 1200,
      hints: false,
      clock: null,
      absent: 90,
      resign: 'bot',
      first: null,
      house: [],
    },
  }
}

/** The plan with more or fewer seats; new ones are like the last. */
export function resized(plan: TablePlan, seats: number): TablePlan {
  const last = plan.seats.at(-1)!
  const more: SeatPlan =
    last.kind === 'me' || last.kind === 'shared' ? { kind: 'bot', level: LEVEL } : { ...last, shape: undefined }
  const added = Array.from({ length: Math.max(0, seats - plan.seats.length) }, () => ({ ...more }))
  const first = plan.settings.first !== null && plan.settings.first < seats ? plan.settings.first : null
  return { seats: [...plan.seats.slice(0, seats), ...added], settings: { ...plan.settings, first } }
}

export const linkSeats = (plan: TablePlan) => plan.seats.filter((seat) => seat.kind === 'link').length
export const sharedSeats = (plan: TablePlan) => plan.seats.filter((seat) => seat.kind === 'shared').length
export const botSeats = (plan: TablePlan) => plan.seats.filter((seat) => seat.kind === 'bot').length

/** The undo rule; by default free where no other people play. */
export function undoOf(plan: TablePlan): UndoRule {
  return plan.settings.undo ?? (linkSeats(plan) || sharedSeats(plan) ? 'agreed' : 'free')
}

/** The name of a clock; null if it is none of the list. */
export function clockName(clock: PlannedSettings['clock']): ClockName | null {
  const names = Object.keys(CLOCKS) as ClockName[]
  return names.find((name) => same(CLOCKS[name], clock)) ?? null
}

/** The seats of a plan in the order of the table: people at this screen sit before those who come by link. */
function inOrder(plan: TablePlan): SeatPlan[] {
  const here = plan.seats.filter((seat) => seat.kind !== 'link')
  return [...here, ...plan.seats.filter((seat) => seat.kind === 'link')]
}

/** The shape of each seat of a plan, as the server will assign them: those that were chosen, then what is left. */
export function plannedShapes(plan: TablePlan): Shape[] {
  const seats = inOrder(plan)
  const all = PLAYERS.map((player) => player.shape)
  const shapes: (Shape | undefined)[] = seats.map((seat) => (seat.kind === 'link' ? undefined : seat.shape))
  shapes.forEach((shape, seat) => {
    if (!shape && !shapes.includes(all[seat])) shapes[seat] = all[seat]
  })
  shapes.forEach((shape, seat) => {
    shapes[seat] = shape ?? all.find((each) => !shapes.includes(each)) ?? all[seat % all.length]
  })
  return plan.seats.map((seat) => shapes[seats.indexOf(seat)]!)
}

/** Shapes that were chosen for other seats, and who has them. */
export function takenShapes(plan: TablePlan, seat: number, names: string[]): Map<Shape, string> {
  const others = plan.seats.flatMap(({ shape }, at) =>
    shape && at !== seat ? [[shape, names[at] ?? ''] as const] : [],
  )
  return new Map(others)
}

/** What the seats of a plan are called before the table is opened. */
export function plannedNames(plan: TablePlan, me: string): string[] {
  return plan.seats.map((seat, at) => {
    const number = at + 1
    if (seat.kind === 'bot') return t('lobby.seat.bot.number', { level: levelName(seat.level), number })
    const name = seat.kind === 'me' ? me : seat.kind === 'shared' ? seat.name : ''
    return name.trim() || t('lobby.first.number', { number })
  })
}

/** The request that opens the table. */
export function newTableOf(plan: TablePlan, me: string): Omit<NewTable, 'id'> {
  const seats = inOrder(plan)
  const levels = seats.flatMap((seat, at) => (seat.kind === 'bot' ? [[String(at), seat.level]] : []))
  const people = seats.flatMap((seat) => (seat.kind === 'me' ? [me] : seat.kind === 'shared' ? [seat.name.trim()] : []))
  const shapes = seats.flatMap((seat, at) => (seat.shape && seat.kind !== 'link' ? [[String(at), seat.shape]] : []))
  const { settings } = plan
  return {
    settings: {
      ...settings,
      seats: seats.length,
      first: settings.first === null ? null : seats.indexOf(plan.seats[settings.first]!),
      open: settings.open && linkSeats(plan) > 0,
      undo: undoOf(plan),
      clock: people.length + linkSeats(plan) > 1 ? settings.clock : null,
      absent: linkSeats(plan) ? settings.absent : null,
    },
    people,
    bots: Object.fromEntries(levels) as Record<string, string>,
    shapes: Object.fromEntries(shapes) as Record<string, Shape>,
  }
}

/** A gathering table as a plan. Seats of others, and free seats, are seats by link. */
export function planOf(table: TableInfo): TablePlan {
  const first = table.seats.find((seat) => seat.yours)
  const kind = (seat: SeatInfo): SeatPlan => {
    if (seat.level !== null) return { kind: 'bot', level: seat.level }
    if (!seat.yours) return { kind: 'link' }
    return seat === first ? { kind: 'me' } : { kind: 'shared', name: seat.name }
  }
  const { seats: _seats, hot_seat: _hotSeat, ...settings } = table.settings
  return { seats: table.seats.map(kind), settings }
}

/** The settings that differ. */
export function changedSettings(plan: TablePlan, next: TablePlan): Partial<TableSettings> {
  const names = Object.keys(next.settings) as (keyof PlannedSettings)[]
  const changed = names.filter((name) => !same(plan.settings[name], next.settings[name]))
  return Object.fromEntries(changed.map((name) => [name, next.settings[name]])) as Partial<TableSettings>
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is wrong with a plan, as a key of the catalogue; null if it is complete. */
export function planProblem(plan: TablePlan, me: string): string | null {
  const names = [me, ...plan.seats.flatMap((seat) => (seat.kind === 'shared' ? [seat.name] : []))]
  const trimmed = names.map((name) => name.trim().toLowerCase())
  if (trimmed.some((name) => !name)) return 'lobby.fault.name'
  if (new Set(trimmed).size < trimmed.length) return 'lobby.fault.names'
  return null
}
