/** The languages of the page. A new one needs its folder in `kolej/locale`, and its name here. */
export const LANGUAGE_NAMES = { en: 'English', pl: 'Polski', hu: 'Magyar' } as const

export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** The first of a reader's languages that the catalogue has. */
export function preferredLanguage(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.slice(0, 2).toLowerCase() as Language)
  return known.find((language) => LANGUAGES.includes(language)) ?? 'en'
}
