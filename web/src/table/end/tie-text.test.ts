import { afterEach, expect, it } from 'vitest'
import { prefs } from '../../browser/preferences.svelte'
import type { TieResult } from '../../net/wire'
import { speak } from '../../i18n/translate.svelte'
import { tieWords } from './tie-text'

const players = ['Ada', 'Bo', 'Cy']
const step = (tie: string, counts: number[], level: number[], seats = [0, 1, 2]): TieResult => ({
  ...{ tie, seats, counts, level },
  words: 'said in English',
})
const said = (...args: Parameters<typeof step>) => tieWords(step(...args), players)

afterEach(async () => {
  prefs.language = 'en'
  await speak('en')
})

it('a tie is told step by step, with names and numbers', () => {
  expect(said('points', [88, 88, 88], [0, 1, 2])).toBe('Ada, Bo, and Cy: 88 points each')
  expect(said('tickets-completed', [5, 5, 5], [0, 1, 2])).toBe('More tickets completed (Ada 5, Bo 5, Cy 5): level')
  expect(said('fewest-built-station', [1, 0, 0], [1, 2])).toBe(
    'Fewer stations built (Ada 1, Bo 0, Cy 0): Bo and Cy still level',
  )
  expect(said('longest-path', [30, 41], [2], [1, 2])).toBe('The longer path (Bo 30, Cy 41): Cy wins')
  expect(said('longest-path-card', [1, 0], [1], [1, 2])).toBe('Holding the longest path: Bo wins')
  expect(said('shared', [], [1, 2], [1, 2])).toBe('Nothing tells them apart: the victory is shared')
})

it('a tie-break of one’s own has the words that came with it', () => {
  expect(said('good-luck', [1, 2, 3], [2])).toBe('said in English')
})

it.each(['pl', 'hu'] as const)('a tie is told in %s', async (language) => {
  prefs.language = language
  await speak(language)
  const told = [
    said('points', [88, 88], [0, 1], [0, 1]),
    said('tickets-completed', [5, 5], [0, 1], [0, 1]),
    said('fewest-built-station', [1, 0], [1], [0, 1]),
  ]
  expect(told.join()).not.toMatch(/[{}]|level|wins|English/)
  expect(told[2]).toContain('(Ada 1, Bo 0)')
})
