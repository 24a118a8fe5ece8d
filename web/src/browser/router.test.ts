import { describe, expect, it } from 'vitest'
import { codeIn, placeOf } from './router.svelte'

describe('addresses', () => {
  it('name places', () => {
    expect(placeOf('/')).toEqual({ page: 'home', edition: null })
    expect(placeOf('/', '?new=europe')).toEqual({ page: 'home', edition: 'europe' })
    expect(placeOf('/t/abcdef')).toEqual({ page: 'table', code: 'ABCDEF' })
    expect(placeOf('/rules/draw.wild-first')).toEqual({ page: 'rule', id: 'draw.wild-first' })
  })

  it.each(['/t/abc', '/t/abcdefg', '/t/', '/rules/', '/elsewhere', '/t/abc1ef'])('%s is no place', (path) =>
    expect(placeOf(path).page).toBe('lost'),
  )
})

describe('codes', () => {
  it.each(['bcdfgh', ' BCDFGH ', 'https://kolej.example/t/BCDFGH', '/t/bcdfgh/', 'http://here:8600/t/BCDFGH?x#y'])(
    'are found in %s',
    (text) => expect(codeIn(text)).toBe('BCDFGH'),
  )

  it.each(['', 'bcd', 'bcdfghj', 'https://kolej.example/', 'https://kolej.example/abcdef'])('are not in %s', (text) =>
    expect(codeIn(text)).toBeNull(),
  )
})
