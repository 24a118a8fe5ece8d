import { describe, expect, it } from 'vitest'
import { preferredLanguage } from './languages'
import { DEFAULTS, validated } from './preferences.svelte'

describe('preferences', () => {
  it('that were kept count', () => {
    const kept = { ...DEFAULTS, language: 'pl', theme: 'dark', speed: 'off', sounds: true }
    expect(validated(kept, DEFAULTS)).toEqual(kept)
  })

  it('that make no sense today give way to the usual', () => {
    const kept = { language: 'xx', theme: 3, speed: 'normal', sounds: 'loud', gone: true }
    expect(validated(kept, DEFAULTS)).toEqual(DEFAULTS)
    expect(validated(null, DEFAULTS)).toEqual(DEFAULTS)
    expect(validated('broken', DEFAULTS)).toEqual(DEFAULTS)
  })

  it('begin without sounds', () => expect(DEFAULTS.sounds).toBe(false))
})

describe('the first language', () => {
  it('is the first of the reader’s that we have', () => {
    expect(preferredLanguage(['de-DE', 'hu-HU', 'pl'])).toBe('hu')
    expect(preferredLanguage(['PL-pl'])).toBe('pl')
    expect(preferredLanguage(['fr'])).toBe('en')
    expect(preferredLanguage([])).toBe('en')
  })
})
