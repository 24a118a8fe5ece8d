import { expect, it, vi } from 'vitest'
import type { EditionData } from '../../net/wire'
import { FLASH, Highlight } from './highlight.svelte'

it('lights a tapped ticket for a moment only', () => {
  vi.useFakeTimers()
  const highlight = new Highlight({ tickets: [{ a: 3, b: 5 }] } as unknown as EditionData)
  highlight.flash(0)
  expect(highlight.current.cities).toEqual([3, 5])
  vi.advanceTimersByTime(FLASH)
  expect(highlight.current.cities).toEqual([])
  vi.useRealTimers()
})
