import { describe, expect, it } from 'vitest'
import type { EditionCard, TableInfo } from '../../net/wire'
import {
  clockName,
  CLOCKS,
  newTableOf,
  changedSettings,
  planProblem,
  defaultPlan,
  planOf,
  resized,
  undoOf,
  type PlannedSettings,
  type TablePlan,
} from './table-plan'

const card = (seats: number[]) => ({ id: 'europe', seats }) as EditionCard
const plan = (...seats: TablePlan['seats']): TablePlan => ({ ...defaultPlan(card([2, 3, 4, 5])), seats })
const withSettings = (plan: TablePlan, settings: Partial<PlannedSettings>): TablePlan => ({
  ...plan,
  settings: { ...plan.settings, ...settings },
})

describe('a plan', () => {
  it('begins with oneself and two bots, or one where there is no more room', () => {
    expect(defaultPlan(card([2, 3, 4])).seats.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot'])
    expect(defaultPlan(card([2])).seats.map((seat) => seat.kind)).toEqual(['me', 'bot'])
  })

  it('is asked for as it is', () => {
    expect(newTableOf(defaultPlan(card([2, 3])), 'Ada')).toMatchObject({
      settings: { edition: 'europe', seats: 3, open: false, undo: 'free', clock: null, absent: null },
      people: ['Ada'],
      bots: { 1: 'medium', 2: 'medium' },
    })
  })

  it('has those who come by link sit last', () => {
    const mixed = plan(
      { kind: 'me' },
      { kind: 'link' },
      { kind: 'bot', level: 'hard' },
      { kind: 'shared', name: ' Bo ' },
    )
    const wanted = newTableOf(withSettings(mixed, { open: true, clock: CLOCKS.calm }), 'Ada')
    expect(wanted).toMatchObject({ people: ['Ada', 'Bo'], bots: { 1: 'hard' } })
    expect(wanted.settings).toMatchObject({ seats: 4, open: true, undo: 'agreed' })
    expect(wanted.settings.clock).toEqual({ bank: 900, more: 20 })
    expect(wanted.settings.absent).toBe(90)
  })

  it('grows by what was there last, and shrinks', () => {
    const two = plan({ kind: 'me' }, { kind: 'bot', level: 'easy' })
    expect(resized(two, 4).seats.slice(2)).toEqual([
      { kind: 'bot', level: 'easy' },
      { kind: 'bot', level: 'easy' },
    ])
    expect(resized(resized(two, 4), 2)).toEqual(two)
  })

  it('keeps an undo that was chosen', () => {
    expect(undoOf(withSettings(plan({ kind: 'me' }, { kind: 'link' }), { undo: 'none' }))).toBe('none')
  })

  it('is at fault without names, or with one twice', () => {
    const shared = (name: string) => plan({ kind: 'me' }, { kind: 'shared', name })
    expect(planProblem(shared(' '), 'Ada')).toBe('lobby.fault.name')
    expect(planProblem(shared('ada'), 'Ada')).toBe('lobby.fault.names')
    expect(planProblem(shared('Bo'), 'Ada')).toBeNull()
  })
})

describe('a table that gathers', () => {
  const seat = (number: number, more = {}) => ({ seat: number, name: '', yours: false, level: null, ...more })
  const table = {
    seats: [
      seat(0, { yours: true, name: 'Ada' }),
      seat(1, { yours: true, name: 'Bo' }),
      seat(2, { level: 'easy' }),
      seat(3),
    ],
    settings: {
      edition: 'europe',
      seats: 4,
      open: true,
      undo: 'agreed',
      pace: 500,
      hints: false,
      clock: { bank: 900, more: 20 },
      absent: null,
      first: null,
      hot_seat: true,
    },
  } as unknown as TableInfo

  it('is a plan', () => {
    const plan = planOf(table)
    expect(plan.seats.map((each) => each.kind)).toEqual(['me', 'shared', 'bot', 'link'])
    expect(plan.settings).toMatchObject({ open: true, undo: 'agreed', pace: 500, absent: null })
    expect(clockName(plan.settings.clock)).toBe('calm')
    expect(clockName(null)).toBe('none')
    expect(clockName({ bank: 77, more: 1 })).toBeNull()
  })

  it('is asked to change what is different, and nothing else', () => {
    const plan = planOf(table)
    expect(changedSettings(plan, plan)).toEqual({})
    expect(changedSettings(plan, withSettings(plan, { clock: null }))).toEqual({ clock: null })
    expect(changedSettings(plan, withSettings(plan, { absent: 30, hints: true }))).toEqual({ absent: 30, hints: true })
    expect(changedSettings(plan, withSettings(plan, { undo: 'free', pace: 0, open: false }))).toEqual({
      undo: 'free',
      pace: 0,
      open: false,
    })
  })
})
