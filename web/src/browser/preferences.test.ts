import { describe, expect, it } from 'vitest'
import { preferred } from './languages'
import { DEFAULTS, sensible } from './preferences.svelte'

describe('preferences', () => {
  it('that were kept count', () => {
    const kept = { ...DEFAULTS, language: 'pl', theme: 'dark', speed: 'off', sounds: true }
    expect(sensible(kept, DEFAULTS)).toEqual(kept)
  })

  it('that make no sense today give way to the usual', () => {
    const kept = { language: 'xx', theme: 3, speed: 'normal', sounds: 'loud', gone: true }
    expect(sensible(kept, DEFAULTS)).toEqual(DEFAULTS)
    expect(sensible(null, DEFAULTS)).toEqual(DEFAULTS)
    expect(sensible('broken', DEFAULTS)).toEqual(DEFAULTS)
  })

  it('begin without sounds', () => expect(DEFAULTS.sounds).toBe(false))
})

describe('the first language', () => {
  it('is the first of the reader’s that we have', () => {
    expect(preferred(['de-DE', 'hu-HU', 'pl'])).toBe('hu')
    expect(preferred(['PL-pl'])).toBe('pl')
    expect(preferred(['fr'])).toBe('en')
    expect(preferred([])).toBe('en')
  })
})
