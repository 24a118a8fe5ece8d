import { expect, it } from 'vitest'
import { dealText } from './deal-text'
import type { DealFrame } from '../net/wire'

const deal = (...reasons: (string | null)[]): DealFrame => ({
  type: 'deal',
  version: 1,
  stage: 'dealt',
  server: '',
  terms: {},
  commitments: reasons.map((stand_in, seat) => ({ seat, who: 'own', hash: '', stand_in })),
  waits_for: [],
  missing: [],
  agreed: [],
})

it('nothing is said about a deal in which every seat opened its seed', () => {
  expect(dealText(null, null, ['Ada'])).toBe('')
  expect(dealText(deal(null, null), null, ['Ada', 'Bob'])).toBe('')
})

it('a fallback seed names its seat', () => {
  const text = dealText(deal(null, 'unopened'), null, ['Ada', 'Bob'])
  expect(text).toContain('Bob')
  expect(text).not.toContain('Ada')
})

it('a fault comes first, and a denied seed has its own sentence', () => {
  const denied = dealText(deal('unopened'), { type: 'unopened', seat: 0 }, ['Ada'])
  const other = dealText(deal('unopened'), { type: 'seat', seat: 0 }, ['Ada'])
  expect(new Set([denied, other, dealText(deal('unopened'), null, ['Ada'])]).size).toBe(3)
})
