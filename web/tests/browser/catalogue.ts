/** The texts of the page in each language: patterns by which tests find them, and the words that a language uses. */
import { readdirSync, readFileSync } from 'node:fs'
import { parse, type MessagePart } from '../../src/i18n/message.ts'
import { ROOT } from './server.ts'

export type Language = 'en' | 'pl' | 'hu'

const LOCALE = `${ROOT}src/kolej/locale`
const loaded = new Map<Language, Record<string, string>>()

export function messages(language: Language): Record<string, string> {
  const known = loaded.get(language)
  if (known) return known
  const folder = `${LOCALE}/${language}`
  const all = readdirSync(folder).map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as object)
  const merged = Object.assign({}, ...all) as Record<string, string>
  loaded.set(language, merged)
  return merged
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function source(parts: MessagePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escaped(part)
      if (part.kind === 'value') return '.*'
      return `(?:${Object.values(part.cases).map(source).join('|')})`
    })
    .join('')
}

/** What one of some messages looks like, whatever its values are. */
export function pattern(language: Language, ...keys: string[]): RegExp {
  return new RegExp(`^(?:${keys.map((key) => source(parse(messages(language)[key]))).join('|')})$`)
}

/** The same, at the beginning of a text. */
export function beginning(language: Language, key: string): RegExp {
  return new RegExp(`^${source(parse(messages(language)[key]))}`)
}

function text(parts: MessagePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      return part.kind === 'value' ? ' ' : Object.values(part.cases).map(text).join(' ')
    })
    .join('')
}

export const wordsOf = (words: string): string[] => words.toLowerCase().match(/\p{L}+/gu) ?? []

/** Every word of a language's messages and rules. */
export function vocabulary(language: Language): Set<string> {
  const rules = language === 'en' ? `${ROOT}docs/rules.md` : `${LOCALE}/rules/${language}.md`
  const said = Object.values(messages(language)).map((message) => text(parse(message)))
  return new Set(wordsOf([...said, readFileSync(rules, 'utf8').replace(/`[^`]*`|<!--.*?-->/g, '')].join(' ')))
}
