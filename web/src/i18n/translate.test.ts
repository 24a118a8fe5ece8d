import { afterEach, describe, expect, it } from 'vitest'
import { loaders } from 'virtual:texts'
import { Refusal } from '../net/refusal'
import { preferences } from '../browser/preferences.svelte'
import { refusalText } from './refusal-text'
import { hasText, language, formatList, loadLanguage, t, tOr } from './translate.svelte'
import { LANGUAGES, type Language } from '../browser/languages'

async function speaking(wanted: Language) {
  preferences.language = wanted
  await loadLanguage(wanted)
}

afterEach(() => speaking('en'))

describe('words', () => {
  it('are there in every language that can be chosen', () => {
    expect(Object.keys(loaders).toSorted()).toEqual(LANGUAGES.toSorted())
  })

  it('are those of the language', async () => {
    expect(t('lobby.join.do')).toBe('Join')
    await speaking('pl')
    expect(language()).toBe('pl')
    expect(t('lobby.join.do')).toBe('Dołącz')
    await speaking('hu')
    expect(t('lobby.join.do')).toBe('Csatlakozás')
  })

  it('have the plurals of the language', async () => {
    expect(t('lobby.table.gathering', { free: 1 })).toBe('1 seat free')
    await speaking('pl')
    expect([1, 2, 5].map((free) => t('lobby.table.gathering', { free }))).toEqual([
      '1 wolne miejsce',
      '2 wolne miejsca',
      '5 wolnych miejsc',
    ])
  })

  it('that nobody wrote show their key, or other words', () => {
    expect(hasText('no.such')).toBe(false)
    expect(t('no.such')).toBe('no.such')
    expect(tOr('no.such', 'A board of my own')).toBe('A board of my own')
    expect(tOr('edition.europe.name', 'x')).toBe('Europe')
  })

  it('that come too late are not shown', async () => {
    preferences.language = 'hu'
    const late = loadLanguage('hu')
    preferences.language = 'en'
    await late
    expect(language()).toBe('en')
  })

  it('list names', async () => {
    expect(formatList(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo, and Cy')
    await speaking('pl')
    expect(formatList(['Ada', 'Bo'])).toBe('Ada i Bo')
  })
})

describe('refusals', () => {
  const full = new Refusal({ code: 'full', reason: 'every seat is taken; you can watch' })

  it('are shown in the server’s words in English, and in the catalogue’s elsewhere', async () => {
    expect(refusalText(full)).toBe('Every seat is taken; you can watch.')
    await speaking('pl')
    expect(refusalText(full)).toBe('Wszystkie miejsca są zajęte. Możesz oglądać.')
  })

  it('with a code nobody knows are shown as they are', async () => {
    await speaking('hu')
    expect(refusalText(new Refusal({ code: 'odd', reason: 'too odd' }))).toBe('Too odd.')
  })

  it('that are none are owned up to', () => expect(refusalText(new TypeError('x'))).toBe(t('refused.unexpected')))
})
