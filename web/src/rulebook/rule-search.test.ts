import { expect, it } from 'vitest'
import type { RuleEntry } from '../net/wire'
import { matching, pieces, sections, titleKey } from './rule-search'

const rule = (id: string, section: string, text: string): RuleEntry => ({
  id,
  section,
  language: 'pl',
  blocks: [{ type: 'text', text, rows: [] }],
})
const RULES = [
  rule('draw.two', 'drawing-cards', 'Dobierasz dwie karty.'),
  rule('tunnel.reveal', 'europe', 'Odkrywa się trzy karty z wierzchu talii: zapłać.'),
  rule('bullet.claim', 'japan', 'Znacznik idzie naprzód.'),
]

it('finds rules by all their words, without regard to accents and case', () => {
  const ids = (search: string) => matching(RULES, search, (id) => `Tytuł ${id}`).map((each) => each.id)
  expect(ids('')).toHaveLength(3)
  expect(ids('ZAPLAC trzy')).toEqual(['tunnel.reveal'])
  expect(ids('karty')).toEqual(['draw.two', 'tunnel.reveal'])
  expect(ids('tytul bullet')).toEqual(['bullet.claim'])
  expect(ids('karty nigdzie')).toEqual([])
})

it('finds the cells of a table', () => {
  const table: RuleEntry = { ...RULES[0], blocks: [{ type: 'table', text: '', rows: [['a', 'marker']] }] }
  expect(matching([table], 'marker', () => '')).toHaveLength(1)
})

it('puts special rules of one edition into one section, and keeps them apart by edition among all rules', () => {
  expect(sections(RULES, true).map(({ name, general }) => [name, general])).toEqual([
    ['drawing-cards', true],
    ['special', false],
  ])
  expect(sections(RULES, false).map(({ name }) => name)).toEqual(['drawing-cards', 'europe', 'japan'])
})

it('makes links of ids in a text', () => {
  expect(pieces('as `path.longest` says')).toEqual([
    { text: 'as ', rule: false },
    { text: 'path.longest', rule: true },
    { text: ' says', rule: false },
  ])
  expect(titleKey('claim.double-own')).toBe('rule.claim-double-own')
})
