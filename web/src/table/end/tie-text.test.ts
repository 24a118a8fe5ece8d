import { afterEach, expect, it } from 'vitest'
import { LANGUAGES } from '../../browser/languages'
import { preferences } from '../../browser/preferences.svelte'
import type { TieResult } from '../../net/wire'
import { loadLanguage } from '../../i18n/translate.svelte'
import { tieText } from './tie-text'

const players = ['Ada', 'Bo', 'Cy']
const step = (tie: string, counts: number[], level: number[], seats = [0, 1, 2]): TieResult => ({
  ...{ tie, seats, counts, level },
  words: 'said in English',
})
const textOf = (...args: Parameters<typeof step>) => tieText(step(...args), players)

afterEach(async () => {
  preferences.language = 'en'
  await loadLanguage('en')
})

it('a tie is explained step by step, with names and numbers', () => {
  expect(textOf('points', [88, 88, 88], [0, 1, 2])).toBe('Ada, Bo, and Cy: 88 points each')
  expect(textOf('tickets-completed', [5, 5, 5], [0, 1, 2])).toBe('More tickets completed (Ada 5, Bo 5, Cy 5): level')
  expect(textOf('fewest-built-station', [1, 0, 0], [1, 2])).toBe(
    'Fewer stations built (Ada 1, Bo 0, Cy 0): Bo and Cy still level',
  )
  expect(textOf('longest-path', [30, 41], [2], [1, 2])).toBe('The longer path (Bo 30, Cy 41): Cy wins')
  expect(textOf('longest-path-card', [1, 0], [1], [1, 2])).toBe('Holding the longest path: Bo wins')
  expect(textOf('shared', [], [1, 2], [1, 2])).toBe('Nothing tells them apart: the victory is shared')
})

it('a tie-break of one’s own has the words that came with it', () => {
  expect(textOf('good-luck', [1, 2, 3], [2])).toBe('said in English')
})

it.each(LANGUAGES.filter((language) => language !== 'en'))('a tie is explained in %s', async (language) => {
  preferences.language = language
  await loadLanguage(language)
  const texts = [
    textOf('points', [88, 88], [0, 1], [0, 1]),
    textOf('tickets-completed', [5, 5], [0, 1], [0, 1]),
    textOf('fewest-built-station', [1, 0], [1], [0, 1]),
  ]
  expect(texts.join()).not.toMatch(/[{}]|level|wins|English/)
  expect(texts[2]).toContain('(Ada 1, Bo 0)')
})
