import { expect, test } from 'vitest'
import { counterOf } from './stat-of-refusal'

test('a refusal points at what is lacking', () => {
  expect(counterOf('claim.pieces')).toBe('pieces')
  expect(counterOf('ferry.wilds')).toBe('hand')
  expect(counterOf('claim.double-own')).toBeNull()
  expect(counterOf(null)).toBeNull()
})
