import { expect, test } from 'vitest'
import { clockText } from './Clock.svelte'

test('clocks', () => {
  expect(clockText(65)).toBe('1:05')
  expect(clockText(0.2)).toBe('0:01')
  expect(clockText(-3)).toBe('0:00')
  expect(clockText(3723)).toBe('1:02:03')
})
