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
  plannedShapes,
  resized,
  takenShapes,
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

  it('gives every seat a shape of its own, the chosen ones first', () => {
    const two = plan({ kind: 'me', shape: 'triangle' }, { kind: 'bot', level: 'easy' })
    expect(plannedShapes(two)).toEqual(['triangle', 'circle'])
    expect(takenShapes(two, 1, ['Ada', 'Bot'])).toEqual(new Map([['triangle', 'Ada']]))
    expect(takenShapes(two, 0, ['Ada', 'Bot']).size).toBe(0)
    expect(newTableOf(two, 'Ada').shapes).toEqual({ 0: 'triangle' })
    expect(resized(two, 3).seats[2]?.shape).toBeUndefined()
  })

  it('sends shapes and the first player by their seat at the table, where those who come by link sit last', () => {
    const mixed = plan(
      { kind: 'link', shape: 'circle' },
      { kind: 'me', shape: 'star' },
      { kind: 'bot', level: 'easy', shape: 'square' },
    )
    expect(plannedShapes(mixed)).toEqual(['circle', 'star', 'square'])
    expect(newTableOf(withSettings(mixed, { first: 2 }), 'Ada')).toMatchObject({
      settings: { first: 1 },
      shapes: { 0: 'star', 1: 'square' },
    })
    expect(newTableOf(withSettings(mixed, { first: 0 }), 'Ada').settings.first).toBe(2)
    expect(newTableOf(mixed, 'Ada').settings.first).toBeNull()
  })

  it('leaves the beginning to chance when the seat that was to begin is gone', () => {
    const three = withSettings(plan({ kind: 'me' }, { kind: 'link' }, { kind: 'link' }), { first: 2 })
    expect(resized(three, 4).settings.first).toBe(2)
    expect(resized(three, 2).settings.first).toBeNull()
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
      resign: 'bot',
      first: null,
      house: [],
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
    expect(changedSettings(plan, withSettings(plan, { house: ['no-flush'] }))).toEqual({ house: ['no-flush'] })
    expect(changedSettings(plan, withSettings(plan, { resign: 'end', first: 1 }))).toEqual({ resign: 'end', first: 1 })
    expect(changedSettings(plan, withSettings(plan, { absent: 30, hints: true }))).toEqual({ absent: 30, hints: true })
    expect(changedSettings(plan, withSettings(plan, { undo: 'free', pace: 0, open: false }))).toEqual({
      undo: 'free',
      pace: 0,
      open: false,
    })
  })
})
