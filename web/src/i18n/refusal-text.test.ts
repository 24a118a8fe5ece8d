import { loaders } from 'virtual:texts'
import { afterEach, describe, expect, it } from 'vitest'
import { preferences } from '../browser/preferences.svelte'
import { Refusal } from '../net/refusal'
import type { EditionData } from '../net/wire'
import { LANGUAGES, type Language } from '../browser/languages'
import { refusalText } from './refusal-text'
import { loadLanguage } from './translate.svelte'

const edition = {
  wild: 'locomotive',
  colors: ['red', 'blue'],
  cities: [{ name: 'Roma' }, { name: 'Wien' }],
  routes: [{ a: 0, b: 1 }],
} as unknown as EditionData

/** The text of a refused move. */
const move = (code: string, params: Record<string, number | string>) =>
  refusalText({ code, reason: 'said in English', params }, { edition, players: ['Ada', 'Bo'] })

async function speaking(language: Language) {
  preferences.language = language
  await loadLanguage(language)
}
afterEach(() => speaking('en'))

describe('a refused move', () => {
  it('has names instead of numbers', async () => {
    expect(move('route-taken', { route: 0, seat: 1 })).toBe('Roma – Wien belongs to Bo.')
    const cost = { route: 0, wilds: 1, cards: 3, color: 2, lack: 2 }
    expect(move('cards', cost)).toBe('Roma – Wien costs 1 × locomotive and 3 × blue: you lack 2.')
    expect(move('cards', { ...cost, cards: 0 })).toBe('Roma – Wien costs 1 × locomotive: you lack 2.')
    const pieces = { route: 0, piece: 'train', pieces: 4, left: 1 }
    expect(move('pieces', pieces)).toBe('Roma – Wien takes 4 trains; you have 1.')
    expect(move('pieces', { ...pieces, piece: 'cart' })).toBe('Roma – Wien takes 4 cart; you have 1.')
    expect(move('none-left', { piece: 'station', pieces: 0 })).toBe('You have 0 stations left to build.')
    expect(move('unknown-move', { number: 'True', last: 9 })).toBe('True is not a move; moves are numbered 0 to 9.')
    await speaking('pl')
    expect(move('cards', { ...cost, wilds: 0, color: 0 })).toMatch(/^Roma – Wien .* 3 karty jednego/)
    expect(move('not-your-turn', { seat: 1 })).toContain('Bo')
    expect([1, 3, 5].map((cards) => move('build-cost', { piece: 'station', cards }))).toEqual([
      'Następna budowa kosztuje 1 kartę jednego koloru.',
      'Następna budowa kosztuje 3 karty jednego koloru.',
      'Następna budowa kosztuje 5 kart jednego koloru.',
    ])
  })

  it('names people without a name in the reader’s language', async () => {
    await speaking('pl')
    const problem = (code: string, params: Record<string, string>) =>
      refusalText({ code, reason: 'in English', params })
    expect(problem('shape-taken', { name: 'Guest 7' })).toContain('Gość 7')
    expect(problem('seats-occupied', { names: 'Guest 7, Ada' })).toContain('Gość 7, Ada')
  })

  it.each(LANGUAGES)('leaves no place empty in %s', async (language) => {
    await speaking(language)
    const game = {
      route: 0,
      city: 1,
      seat: 0,
      seats: 2,
      piece: 'station',
      pieces: 3,
      left: 1,
      card: 1,
      number: 9,
      last: 8,
    }
    const counts = { wilds: 1, cards: 2, color: 1, lack: 1, stand_in: 3, stand_ins: 2, given: 1, have: 0, need: 1 }
    const server = { name: 'Ada', names: 'Ada, Bo', start: 'bot:', count: 500, board: 'my_board' }
    const all = { ...game, ...counts, ...server, due: 1, least: 2, offered: 3 }
    const english = await loaders.en()
    for (const key of Object.keys(english).filter((each) => /^refused\.(?!cost)/.test(each)))
      expect(move(key.slice('refused.'.length), all), key).not.toMatch(/[{}]|undefined|said in English/)
  })
})

describe('a refusal of the server', () => {
  it('without parameters is shown in the server’s own words in English, and by its code elsewhere', async () => {
    const refusal = new Refusal({ code: 'bad-command', reason: 'there is no seat 9' })
    expect(refusalText(refusal)).toBe('There is no seat 9.')
    await speaking('pl')
    expect(refusalText(refusal)).toBe('Serwer tego nie przyjmuje. Sprawdź, co wpisano.')
  })

  it('with parameters is shown by its code everywhere', async () => {
    const refusal = new Refusal({ code: 'name-taken', reason: 'x', params: { name: 'Ada' } })
    expect(refusalText(refusal)).toBe('“Ada” is the name of somebody’s account, or looks like it. Choose another name.')
    await speaking('hu')
    expect(refusalText(refusal)).toBe('„Ada” néven már van fiók, vagy egy nagyon hasonló néven. Válassz másik nevet.')
  })

  it('with an unknown code is shown as it comes', async () => {
    await speaking('pl')
    expect(refusalText({ code: 'odd', reason: 'too odd', params: {} })).toBe('Too odd.')
  })
})
