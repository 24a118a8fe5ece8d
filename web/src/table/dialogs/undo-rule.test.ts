import { expect, test } from 'vitest'
import type { SeatInfo, TableInfo } from '../../net/wire'
import { undoRule, type UndoRule } from './undo-rule'

const person = { kind: 'person', absent: false, yours: false }
const [me, other, away, bot] = [{ ...person, yours: true }, person, { ...person, absent: true }, { kind: 'bot' }]

const at = (undo: UndoRule, ...seats: object[]) =>
  undoRule(
    { settings: { undo } as TableInfo['settings'], seats: seats.map((each, seat) => ({ seat, ...each }) as SeatInfo) },
    0,
  )

test('nothing is undone where the table says so', () => {
  expect(at('none', me, bot)).toBe('none')
  expect(at('none', me, other)).toBe('none')
})

test('somebody alone with bots undoes freely, or has nobody who could agree', () => {
  expect(at('free', me, bot, bot)).toBe('free')
  expect(at('free', me, me)).toBe('free')
  expect(at('agreed', me, bot, bot)).toBe('none')
})

test('other people have to agree, at tables with free undo too', () => {
  expect(at('agreed', me, other)).toBe('agreed')
  expect(at('agreed', me, me)).toBe('agreed')
  expect(at('free', me, other, bot)).toBe('agreed')
  expect(at('agreed', me, away, bot)).toBe('none')
})
