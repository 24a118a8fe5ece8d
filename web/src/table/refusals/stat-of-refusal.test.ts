import { expect, test } from 'vitest'
import { statOf } from './stat-of-refusal'

test('a refusal points at what is lacking', () => {
  expect(statOf('pieces')).toBe('pieces')
  expect(statOf('few-wilds')).toBe('hand')
  expect(statOf('double-own')).toBeNull()
  expect(statOf('odd')).toBeNull()
})
