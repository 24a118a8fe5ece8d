import { afterEach, expect, it } from 'vitest'
import { preferences } from '../browser/preferences.svelte'
import type { Language } from '../browser/languages'
import type { EditionData, Status } from '../net/wire'
import { cardsName, dueText, levelName, personName, seatName, typedName } from './names'
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
  const given = ['Guest 2075', 'Guest 2075 2', 'Former player', 'Former player 3', 'Ada', 'Guest Ada']
  const shown = ['Gość 2075', 'Gość 2075 2', 'Dawny gracz', 'Dawny gracz 3', 'Ada', 'Guest Ada']
  expect(given.map(personName)).toEqual(shown)
  expect(seatName({ seat: 2, name: 'Guest 7' })).toBe('Gość 7')
  expect(seatName({ seat: 2, name: '' })).toBe('Miejsce 3')
  expect([' Gość 7 ', 'Gość 8', ' Ada'].map((typed) => typedName(typed, 'Guest 7'))).toEqual([
    'Guest 7',
    'Gość 8',
    'Ada',
  ])
  await speaking('hu')
  expect(personName('Guest 2075')).toBe('Vendég 2075')
})

it('calls the wild of a tunnel what the board calls it', () => {
  const edition = { colors: ['red'], wild: 'locomotive' } as unknown as EditionData
  expect(dueText(edition, { due: 2, color: 1 } as Status)).toBe('2 more cards due: red or locomotive')
})

it('counts cards with the plural of the language', async () => {
  const edition = { colors: ['red'], wild: 'locomotive' } as unknown as EditionData
  expect(cardsName(edition, [2, 1])).toBe('2 locomotives and 1 red')
  expect(cardsName(edition, [1, 0])).toBe('1 locomotive')
  await speaking('pl')
  expect(cardsName(edition, [5, 2])).toBe('5 lokomotyw i 2 × czerwony')
})
