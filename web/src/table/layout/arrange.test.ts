import { expect, test } from 'vitest'
import { arrange } from './arrange'

test('a telephone gets sheets, lying or standing', () => {
  expect(arrange({ width: 390, height: 844 }, 1.5, true)).toBe('phone')
  expect(arrange({ width: 844, height: 390 }, 1.5, true)).toBe('phone')
})

test('a tablet is a big telephone while it stands', () => {
  expect(arrange({ width: 820, height: 1180 }, 1.5, true)).toBe('phone')
  expect(arrange({ width: 1180, height: 820 }, 1.5, true)).not.toBe('phone')
})

test('a tall board goes beside the hand, a broad one above it', () => {
  expect(arrange({ width: 1440, height: 900 }, 0.67, true)).toBe('side')
  expect(arrange({ width: 1440, height: 900 }, 2, true)).not.toBe('side')
})

test('in a narrow window the players make way', () => {
  expect(arrange({ width: 1024, height: 768 }, 2, true)).toBe('stack')
})

test('who has no hand needs no room for it', () => {
  expect(arrange({ width: 1440, height: 900 }, 1.5, false)).not.toBe('side')
})
