/** The catalogue of editions and bot levels: loaded once, for every page. */
import { api } from '../net/http'
import type { EditionCard, LevelCard } from '../net/wire'

let editions: EditionCard[] | null = $state.raw(null)
let levels: LevelCard[] = $state.raw([])
let loading: Promise<void> | null = null

export const catalogue = {
  get editions(): EditionCard[] | null {
    return editions
  },
  get levels(): LevelCard[] {
    return levels
  },
  edition(id: string): EditionCard | undefined {
    return editions?.find((card) => card.id === id)
  },

  load(): Promise<void> {
    loading ??= Promise.all([api.editions(), api.levels()]).then(
      ([cards, opponents]) => {
        editions = cards
        levels = opponents
      },
      (problem: unknown) => {
        loading = null
        throw problem
      },
    )
    return loading
  },
}
