/** Words in the reader's language, from the catalogue in `kolej/locale`. */
import english from '../lib/words/en'
import type { Language } from '../browser/languages'
import { parse, written, type Part, type Values } from './message'
import { prefs } from '../browser/preferences.svelte'

type Catalogue = Record<string, string>

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: async () => ({ default: english }),
  pl: () => import('../lib/words/pl'),
  hu: () => import('../lib/words/hu'),
}

/** The language on the screen: the one preferred, as soon as its words are there. */
let shown: Language = $state('en')
let catalogue: Catalogue = $state.raw(english)
let rules = new Intl.PluralRules('en')
const parsed = new Map<string, Part[]>()

/** Loads the words of a language and shows them from then on. */
export async function speak(language: Language): Promise<void> {
  const { default: words } = await LOADERS[language]()
  if (prefs.language !== language) return
  rules = new Intl.PluralRules(language)
  shown = language
  catalogue = words
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Whether the catalogue has words for this. */
export function has(key: string): boolean {
  return key in catalogue || key in english
}

/** The words for a key; English where the language has none. */
export function t(key: string, values: Values = {}): string {
  const message = catalogue[key] ?? english[key]
  if (message === undefined) return key
  let parts = parsed.get(message)
  if (!parts) parsed.set(message, (parts = parse(message)))
  return written(parts, values, (count) => rules.select(count))
}

/** The words for a key, or other words where the catalogue has none. */
export function tOr(key: string, otherwise: string, values: Values = {}): string {
  return has(key) ? t(key, values) : otherwise
}

/** The language on the screen. */
export function language(): Language {
  return shown
}

/** A list in words: "Ada, Bo and Cy". */
export function listed(names: string[]): string {
  return new Intl.ListFormat(shown, { type: 'conjunction' }).format(names)
}

if (typeof window !== 'undefined') {
  $effect.root(() => {
    $effect(() => void speak(prefs.language).catch(() => undefined))
  })
}
