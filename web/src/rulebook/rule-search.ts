/** Rules by section, and those that match a search. */
import type { RuleEntry } from '../net/wire'

/** Sections that every edition has; the other ones are each about one edition. */
const GENERAL = ['set-up', 'a-turn', 'drawing-cards', 'claiming-a-route', 'drawing-tickets', 'the-end']

export interface Section {
  name: string
  /** Its rules hold in every edition. */
  general: boolean
  rules: RuleEntry[]
}

/** The catalogue key of a rule's title. */
export const titleKey = (id: string): string => `rule.${id.replace('.', '-')}`

/** The rules of each section in order. Those about special mechanisms of one edition are one section, `special`. */
export function sections(rules: readonly RuleEntry[], ofEdition: boolean): Section[] {
  const found = new Map<string, Section>()
  for (const rule of rules) {
    const general = GENERAL.includes(rule.section)
    const name = general || !ofEdition ? rule.section : 'special'
    const section = found.get(name) ?? { name, general, rules: [] }
    section.rules.push(rule)
    found.set(name, section)
  }
  return [...found.values()]
}

/** The rules that have every word of a search, in the title, the text or the id; accents and case don't matter. */
export function matching(rules: readonly RuleEntry[], search: string, titleOf: (id: string) => string): RuleEntry[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  return rules.filter((rule) => {
    const text = plain(
      [rule.id, titleOf(rule.id), ...rule.blocks.flatMap(({ text, rows }) => [text, ...rows.flat()])].join(' '),
    )
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase()
}

/** A text in pieces: ids of rules between backquotes are links. */
export function pieces(text: string): { text: string; rule: boolean }[] {
  return text
    .split('`')
    .map((part, at) => ({ text: part, rule: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}
