/** How the name of a city can be written: in full, on several lines, abbreviated. No two names of a board look the same. */

import type { DrawnName } from '../../net/wire'

export const fullName = ({ lines }: Pick<DrawnName, 'lines'>): string => lines.join(' ').replaceAll('- ', '-')

/**
 * The name as it was drawn, on one line and on two, then with the end left out. `short` are those of a few letters,
 * which come last. `all` are the full names of the board.
 */
export function spellings(name: Pick<DrawnName, 'lines'>, all: readonly string[], short: boolean): string[][] {
  const full = fullName(name)
  const words = wordsOf(full)
  const others = all.filter((other) => other !== full)
  if (short) return initials(words, others).map((text) => [text])
  const whole = [[...name.lines], [full], ...(words.length > 1 ? [halved(words)] : [])]
  return [...whole, ...shortened(words, others).map((text) => [text])]
}

const wordsOf = (full: string): string[] => full.match(/[^\s-]+-?|-/g) ?? [full]

function halved(words: readonly string[]): string[] {
  const joined = (some: readonly string[]) =>
    some
      .map((word) => (word.endsWith('-') ? word : `${word} `))
      .join('')
      .trim()
  const cuts = words.slice(1).map((_, n) => [joined(words.slice(0, n + 1)), joined(words.slice(n + 1))])
  const long = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length))
  return cuts.reduce((best, next) => (long(next) < long(best) ? next : best))
}

/** Further words by their first letters, or a long word by its beginning. */
function shortened(words: readonly string[], others: readonly string[]): string[] {
  if (words.length > 1) return clear(withInitials(words), words, others, withInitials)
  return words[0].length > 7 ? cut(words[0], 6, others) : []
}

/** Three letters, or the first letter of each word. */
function initials(words: readonly string[], others: readonly string[]): string[] {
  if (words.length > 1) return clear(onlyInitials(words), words, others, onlyInitials)
  return words[0].length > 4 ? cut(words[0], 3, others) : []
}

const withInitials = (words: readonly string[]): string =>
  [words[0], ...words.slice(1).map((word) => `${word[0]}.`)].join(' ').replaceAll('- ', '-')
const onlyInitials = (words: readonly string[]): string => words.map((word) => `${word[0]}.`).join(' ')

/** The text, unless another name of the board would have the same. */
function clear(
  text: string,
  words: readonly string[],
  others: readonly string[],
  written: (words: readonly string[]) => string,
): string[] {
  const same = others.some((other) => wordsOf(other).length === words.length && written(wordsOf(other)) === text)
  return same ? [] : [text]
}

/** The beginning of a word, with as many letters as no other name begins with; nothing if hardly any would be left out. */
function cut(word: string, least: number, others: readonly string[]): string[] {
  let letters = least
  while (letters < word.length && others.some((other) => other.startsWith(word.slice(0, letters)))) letters += 1
  return letters < word.length - 1 ? [`${word.slice(0, letters)}.`] : []
}
