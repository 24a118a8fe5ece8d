import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { Language } from '../browser/languages'
import { prefs } from '../browser/preferences.svelte'
import { speak } from './translate.svelte'
import english from '../lib/words/en'
import type { EditionData } from '../net/wire'
import { whyWords } from './refusal-text'

/** Every rule by which a move at a table can be refused. */
const REFUSING = [
  ...['turn.one-action', 'turn.pass', 'end.trigger', 'setup.keep'],
  ...['draw.two', 'draw.wild-second', 'draw.exhausted', 'ticket.draw', 'ticket.last'],
  ...['claim.set', 'claim.choice', 'claim.pieces', 'claim.any', 'claim.double-own', 'claim.double-few'],
  ...['ferry.wilds', 'ferry.three-for-one', 'wild.special-only', 'set.four-for-one'],
  ...['tunnel.reveal', 'tunnel.no-substitute', 'station.build'],
  ...['tram.pieces', 'subway.cost', 'pieces.kinds', 'bullet.claim', 'bullet.none-left'],
]

const edition = {
  wild: 'locomotive',
  colors: ['red', 'blue'],
  piece_order: ['train', 'station'],
  cities: [{ name: 'Roma' }, { name: 'Wien' }],
  routes: [{ a: 0, b: 1 }],
} as unknown as EditionData
const said = (reason: string, rule: string | null, code: string | null = null, numbers: Record<string, number> = {}) =>
  whyWords(edition, ['Ada', 'Bo'], { reason, rule, code, numbers })

async function speaking(language: Language) {
  prefs.language = language
  await speak(language)
}
afterEach(() => speaking('en'))

describe('why not', () => {
  it('is told by its name, with names instead of numbers', async () => {
    expect(said('x', 'claim.any', 'taken', { route: 0, seat: 1 })).toBe('Roma – Wien belongs to Bo.')
    const cost = { route: 0, wilds: 1, cards: 3, color: 2, lack: 2, bundle: 0 }
    expect(said('x', 'ferry.wilds', 'cards', cost)).toBe('Roma – Wien costs 1 × locomotive and 3 × blue: you lack 2.')
    const pieces = { route: 0, piece: 0, pieces: 4, left: 1 }
    expect(said('x', 'claim.pieces', 'pieces', pieces)).toBe('Roma – Wien takes 4 trains; you have 1.')
    await speaking('pl')
    expect(said('x', 'claim.set', 'cards', { ...cost, wilds: 0, color: 0 })).toMatch(/^Roma – Wien .* 3 karty jednego/)
    expect(said('x', 'turn.one-action', 'turn', { seat: 1 })).toContain('Bo')
  })

  it('leaves no place empty', () => {
    const numbers = { route: 0, city: 1, seat: 0, seats: 2, piece: 1, pieces: 3, left: 1 }
    const all = { ...numbers, wilds: 1, cards: 2, color: 1, lack: 1, bundle: 3 }
    for (const key of Object.keys(english).filter((each) => /^why\.(?!cost)/.test(each)))
      expect(said('x', null, key.slice(4), all), key).not.toMatch(/[{}]|undefined/)
    expect(said('x', null, 'none-left', { piece: 1 })).toContain('0 stations')
  })

  it('that has no name is told in the server’s own words in English', () => {
    expect(said('you lack 2 × red', 'claim.set')).toBe('You lack 2 × red.')
  })

  it.each<Language>(['pl', 'hu'])('has words for every rule in %s', async (language) => {
    await speaking(language)
    for (const rule of REFUSING) expect(said('said in English', rule), rule).not.toBe('Said in English.')
  })

  it('is told as it comes where no rule is named', async () => {
    await speaking('pl')
    expect(said('odd', null)).toBe('Odd.')
  })

  it('names rules that there are', () => {
    const rules = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8')
    const told = Object.keys(english).flatMap((key) => (key.startsWith('table.why.') ? [key.slice(10)] : []))
    expect(told.toSorted()).toEqual(REFUSING.toSorted())
    for (const rule of told) expect(rules).toContain(`### \`${rule}\``)
  })
})
