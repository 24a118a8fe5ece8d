import { describe, expect, it } from 'vitest'
import { codeFrom, pageOf } from './router.svelte'

describe('addresses', () => {
  it('name places', () => {
    expect(pageOf('/')).toEqual({ type: 'home', edition: null })
    expect(pageOf('/', '?new=europe')).toEqual({ type: 'home', edition: 'europe' })
    expect(pageOf('/t/abcdef')).toEqual({ type: 'table', code: 'ABCDEF' })
    expect(pageOf('/t/abcdefghij')).toEqual({ type: 'table', code: 'ABCDEFGHIJ' })
    expect(pageOf('/rules')).toEqual({ type: 'rules', edition: null, rule: null })
    expect(pageOf('/rules/')).toEqual({ type: 'rules', edition: null, rule: null })
    expect(pageOf('/rules/new_york')).toEqual({ type: 'rules', edition: 'new_york', rule: null })
    expect(pageOf('/rules/draw.wild-first')).toEqual({ type: 'rules', edition: null, rule: 'draw.wild-first' })
  })

  it.each(['/t/abc', '/t/abcdefghijk', '/t/', '/elsewhere', '/t/abc1ef'])('%s is no place', (path) =>
    expect(pageOf(path).type).toBe('not-found'),
  )
})

describe('codes', () => {
  it.each(['bcdfgh', ' BCDFGH ', 'https://kolej.example/t/BCDFGH', '/t/bcdfgh/', 'http://here:8600/t/BCDFGH?x#y'])(
    'are found in %s',
    (text) => expect(codeFrom(text)).toBe('BCDFGH'),
  )

  it.each(['', 'bcd', 'bcdfghjklmn', 'https://kolej.example/', 'https://kolej.example/abcdef'])(
    'are not in %s',
    (text) => expect(codeFrom(text)).toBeNull(),
  )
})
