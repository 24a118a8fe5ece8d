import { describe, expect, it } from 'vitest'
import { Versions } from './versions'

describe('versions', () => {
  it('go on one by one', () => {
    const versions = new Versions()
    versions.start(3)
    expect(versions.game(4)).toBe('next')
    expect(versions.game(4)).toBe('old')
    expect(versions.game(6)).toBe('gap')
    expect(versions.game(5)).toBe('next')
  })

  it('may have entries beside the game between them', () => {
    const versions = new Versions()
    versions.start(3)
    expect([versions.aside(4), versions.aside(5)]).toEqual([true, true])
    expect(versions.newest).toBe(5)
    expect(versions.at).toBe(3)
    expect(versions.game(6)).toBe('next')
    expect(versions.aside(8)).toBe(false)
  })

  it('take an event whose number the table had first', () => {
    const versions = new Versions()
    versions.start(3)
    versions.aside(4)
    expect(versions.game(4)).toBe('next')
  })
})
