import { afterEach, expect, it } from 'vitest'
import { preferences } from '../browser/preferences.svelte'
import type { Language } from '../browser/languages'
import { levelName } from './names'
import { loadLanguage } from './translate.svelte'

async function speaking(wanted: Language) {
  preferences.language = wanted
  await loadLanguage(wanted)
}

afterEach(() => speaking('en'))

it('names bot levels in the reader’s language, and others as the server does', async () => {
  expect(levelName('hard')).toBe('hard')
  await speaking('pl')
  expect(levelName('hard')).toBe('trudny')
  await speaking('hu')
  expect(levelName('hard')).toBe('nehéz')
  expect(levelName('dreamer')).toBe('dreamer')
})
