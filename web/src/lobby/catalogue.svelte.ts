/** Editions and levels: asked for once, kept for every page. */
import { api } from '../net/http'
import type { EditionCard, LevelCard } from '../net/wire'

let editions: EditionCard[] | null = $state.raw(null)
let levels: LevelCard[] = $state.raw([])
let asking: Promise<void> | null = null

/** The order of the first page: short games first. Boards of others come behind. */
const ORDER = ['new_york', 'berlin', 'europe', 'nordic', 'japan']
const place = (card: EditionCard) => (ORDER.includes(card.id) ? ORDER.indexOf(card.id) : ORDER.length)

export const shelf = {
  get editions(): EditionCard[] | null {
    return editions
  },
  get levels(): LevelCard[] {
    return levels
  },
  edition(id: string): EditionCard | undefined {
    return editions?.find((card) => card.id === id)
  },

  filled(): Promise<void> {
    asking ??= Promise.all([api.editions(), api.levels()]).then(
      ([cards, opponents]) => {
        editions = cards.toSorted((a, b) => place(a) - place(b))
        levels = opponents
      },
      (problem: unknown) => {
        asking = null
        throw problem
      },
    )
    return asking
  },
}
