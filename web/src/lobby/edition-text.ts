/** Texts about editions and the characters of bot levels: from the catalogue where it has them, from the server otherwise. */
import { t, tOr } from '../i18n/translate.svelte'
export { editionName as nameOf, editionNote as noteOf } from '../i18n/names'
import type { EditionCard, LevelCard } from '../net/wire'

export const specialOf = (card: EditionCard) => tOr(`edition.${card.id}.special`, card.differences[0] ?? '')
/** The name on the printed box. */
export const boxOf = (card: EditionCard) => tOr(`edition.${card.id}.box`, card.box)
export const characterOf = (level: LevelCard) => tOr(`level.${level.name}.character`, level.character)

/** How long a bot of this level thinks; empty if nobody notices. */
export const thinksOf = ({ seconds }: LevelCard) =>
  seconds < 1 ? '' : t('level.thinks', { seconds: Math.round(seconds) })

/** How the edition differs, in sentences. */
export function differencesOf(card: EditionCard): string[] {
  return card.differences.map((text, index) => tOr(`edition.${card.id}.difference.${index + 1}`, text))
}

/** House rules in one line: "House rules: no flush, …". */
export function houseText(house: readonly string[]): string {
  return t('lobby.house.short', { rules: house.map((id) => tOr(`house.${id}`, id)).join(', ') })
}

/** "2–4", or "2". */
export function span(numbers: number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  return least === most ? String(least) : `${least}–${most}`
}
