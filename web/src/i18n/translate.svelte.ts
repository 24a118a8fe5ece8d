/** Translations: texts in the reader's language, from the catalogue in `kolej/locale`. */
import { loaders } from 'virtual:texts'
import { preferences } from '../browser/preferences.svelte'
import type { Language } from '../browser/languages'
import { parse, render, type MessagePart, type Values } from './message'

/** The language on the screen: the preferred one, as soon as it is loaded. */
let shown: Language = $state('en')
let texts: Record<string, string> = $state.raw({})
let rules = new Intl.PluralRules('en')
const parsed = new Map<string, MessagePart[]>()

/** Loads a language and shows it from then on. */
export async function loadLanguage(language: Language): Promise<void> {
  const loaded = await loaders[language]()
  if (preferences.language !== language) return
  rules = new Intl.PluralRules(language)
  shown = language
  texts = loaded
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Whether the catalogue has this key. */
export function hasText(key: string): boolean {
  return key in texts
}

/** The text for a key. All languages have the same keys; what none has shows its key. */
export function t(key: string, values: Values = {}): string {
  const message = texts[key]
  if (message === undefined) return key
  let parts = parsed.get(message)
  if (!parts) parsed.set(message, (parts = parse(message)))
  return render(parts, values, (count) => rules.select(count))
}

/** The text for a key, or another text where the catalogue has none. */
export function tOr(key: string, otherwise: string, values: Values = {}): string {
  return hasText(key) ? t(key, values) : otherwise
}

/** The language on the screen. */
export function language(): Language {
  return shown
}

/** A list as text: "Ada, Bo and Cy". */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(shown, { type: 'conjunction' }).format(names)
}

if (typeof window !== 'undefined') {
  $effect.root(() => {
    $effect(() => void loadLanguage(preferences.language).catch(() => undefined))
  })
}
