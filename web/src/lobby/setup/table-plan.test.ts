import { describe, expect, it } from 'vitest'
import type { EditionCard, TableInfo } from '../../net/wire'
import { asked, changed, fault, firstPlan, planOf, resized, undoOf, type Plan } from './table-plan'

const card = (seats: number[]) => ({ id: 'europe', seats }) as EditionCard
const plan = (...seats: Plan['seats']): Plan => ({ ...firstPlan(card([2, 3, 4, 5])), seats })

describe('a plan', () => {
  it('begins with oneself and two bots, or one where there is no more room', () => {
    expect(firstPlan(card([2, 3, 4])).seats.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot'])
    expect(firstPlan(card([2])).seats.map((seat) => seat.kind)).toEqual(['me', 'bot'])
  })

  it('is asked for as it is', () => {
    expect(asked(firstPlan(card([2, 3])), 'Ada')).toMatchObject({
      edition: 'europe',
      seats: 3,
      people: ['Ada'],
      bots: { 1: 'medium', 2: 'medium' },
      open: false,
      undo: 'free',
      clock: null,
      absent: null,
    })
  })

  it('has those who come by link sit last', () => {
    const mixed = plan(
      { kind: 'me' },
      { kind: 'link' },
      { kind: 'bot', level: 'hard' },
      { kind: 'shared', name: ' Bo ' },
    )
    const wanted = asked({ ...mixed, open: true, clock: 'calm' }, 'Ada')
    expect(wanted).toMatchObject({ people: ['Ada', 'Bo'], bots: { 1: 'hard' }, seats: 4, open: true, undo: 'agreed' })
    expect(wanted.clock).toEqual({ bank: 900, more: 20 })
    expect(wanted.absent).toBe(90)
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
    expect(undoOf({ ...plan({ kind: 'me' }, { kind: 'link' }), undo: 'none' })).toBe('none')
  })

  it('is at fault without names, or with one twice', () => {
    const shared = (name: string) => plan({ kind: 'me' }, { kind: 'shared', name })
    expect(fault(shared(' '), 'Ada')).toBe('lobby.fault.name')
    expect(fault(shared('ada'), 'Ada')).toBe('lobby.fault.names')
    expect(fault(shared('Bo'), 'Ada')).toBeNull()
  })
})

describe('a table that gathers', () => {
  const seat = (number: number, more = {}) => ({ seat: number, name: '', yours: false, level: null, ...more })
  const table = {
    edition: 'europe',
    seats: [
      seat(0, { yours: true, name: 'Ada' }),
      seat(1, { yours: true, name: 'Bo' }),
      seat(2, { level: 'easy' }),
      seat(3),
    ],
    open: true,
    undo: 'agreed',
    pace: 500,
    hints: false,
    clock: { bank: 900, more: 20 },
    absent: null,
  } as unknown as TableInfo

  it('is a plan', () => {
    const plan = planOf(table)
    expect(plan.seats.map((each) => each.kind)).toEqual(['me', 'shared', 'bot', 'link'])
    expect(plan).toMatchObject({ open: true, undo: 'agreed', pace: 500, clock: 'calm', absent: null })
    expect(planOf({ ...table, clock: null }).clock).toBe('none')
    expect(planOf({ ...table, clock: { bank: 77, more: 1 } }).clock).toBeNull()
  })

  it('is asked to change what is different, and nothing else', () => {
    const plan = planOf(table)
    expect(changed(plan, plan)).toEqual({})
    expect(changed(plan, { ...plan, clock: 'none' })).toEqual({ clock: null })
    expect(changed(plan, { ...plan, absent: 30, hints: true })).toEqual({ absent: 30, hints: true })
    expect(changed(plan, { ...plan, undo: 'free', pace: 0, open: false })).toEqual({
      undo: 'free',
      pace: 0,
      open: false,
    })
  })
})
