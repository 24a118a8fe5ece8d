import { afterEach, expect, it } from 'vitest'
import { preferences } from '../browser/preferences.svelte'
import type { Language } from '../browser/languages'
import type { EditionData } from '../net/wire'
import { cardsName, levelName, personName } from './names'
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

it('translates the names that the server gives to people', async () => {
  expect(personName('Guest 2075')).toBe('Guest 2075')
  await speaking('pl')
  expect(['Guest 2075', 'Former player', 'Ada'].map(personName)).toEqual(['Gość 2075', 'Dawny gracz', 'Ada'])
  await speaking('hu')
  expect(personName('Guest 2075')).toBe('Vendég 2075')
})

it('counts cards with the plural of the language', async () => {
  const edition = { colors: ['red'], wild: 'locomotive' } as unknown as EditionData
  expect(cardsName(edition, [2, 1])).toBe('2 locomotives and 1 red')
  expect(cardsName(edition, [1, 0])).toBe('1 locomotive')
  await speaking('pl')
  expect(cardsName(edition, [5, 2])).toBe('5 lokomotyw i 2 × czerwony')
})
