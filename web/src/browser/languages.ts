/** The languages of the catalogue. */

export const LANGUAGES = ['en', 'pl', 'hu'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', pl: 'Polski', hu: 'Magyar' }

/** The first of a reader's languages that we have. */
export function preferred(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.slice(0, 2).toLowerCase() as Language)
  return known.find((language) => LANGUAGES.includes(language)) ?? 'en'
}
