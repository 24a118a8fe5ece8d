import { describe, expect, it } from 'vitest'
import { Versions } from './versions'

describe('versions', () => {
  it('go on one by one', () => {
    const versions = new Versions()
    versions.start(3)
    expect(versions.recordGame(4)).toBe('next')
    expect(versions.recordGame(4)).toBe('old')
    expect(versions.recordGame(6)).toBe('gap')
    expect(versions.recordGame(5)).toBe('next')
  })

  it('may have entries beside the game between them', () => {
    const versions = new Versions()
    versions.start(3)
    expect([versions.recordOther(4), versions.recordOther(5)]).toEqual([true, true])
    expect(versions.newest).toBe(5)
    expect(versions.view).toBe(3)
    expect(versions.recordGame(6)).toBe('next')
    expect(versions.recordOther(8)).toBe(false)
  })

  it('take an event whose number the table had first', () => {
    const versions = new Versions()
    versions.start(3)
    versions.recordOther(4)
    expect(versions.recordGame(4)).toBe('next')
  })
})
