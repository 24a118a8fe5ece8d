import { expect, test } from 'vitest'
import { replayAddress, replayQuery } from './replay-address'

test('a moment has an address, and the address leads back to it', () => {
  expect(replayQuery(74, null).toString()).toBe('step=74')
  expect(replayQuery(74, 2).toString()).toBe('step=74&seat=2')
  expect(replayQuery(null, 2).toString()).toBe('')
  expect(replayAddress('?step=74')).toEqual({ step: 74, seat: null })
  expect(replayAddress(`?${replayQuery(0, 4)}`)).toEqual({ step: 0, seat: 4 })
})

test('an address without a number is no moment', () => {
  for (const search of ['', '?step=', '?step=-1', '?step=1e3', '?seat=1', '?step=99999999'])
    expect(replayAddress(search)).toBeNull()
  expect(replayAddress('?step=3&seat=x')).toEqual({ step: 3, seat: null })
})
