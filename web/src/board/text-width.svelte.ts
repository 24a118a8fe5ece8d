/** Widths of texts in the font of the page, measured again when a font has been loaded. */

import { untrack } from 'svelte'

const SIZE = 100

export class TextWidths {
  /** Which fonts are there: a change measures everything again. */
  #loaded = $state.raw(0)
  #cache = new Map<string, number>()
  #context: CanvasRenderingContext2D | null = null
  #family = 'sans-serif'

  /** Follows the fonts of the page; call it while a component is set up. */
  watch(): void {
    $effect(() => {
      this.#context = document.createElement('canvas').getContext('2d')
      this.#family = getComputedStyle(document.documentElement).getPropertyValue('--font') || this.#family
      const again = () => {
        this.#cache.clear()
        this.#loaded = untrack(() => this.#loaded) + 1
      }
      again()
      document.fonts?.addEventListener('loadingdone', again)
      return () => document.fonts?.removeEventListener('loadingdone', again)
    })
  }

  /** The width of a text of size 1, in the weight of a plain or of a strong name. */
  measure = (text: string, strong: boolean): number => {
    void this.#loaded
    const key = `${strong ? 700 : 600} ${text}`
    const known = this.#cache.get(key)
    if (known !== undefined) return known
    // Without a canvas: the width of an average letter.
    let width = text.length * (strong ? 0.6 : 0.57)
    if (this.#context) {
      this.#context.font = `${strong ? 700 : 600} ${SIZE}px ${this.#family}`
      width = this.#context.measureText(text).width / SIZE
    }
    this.#cache.set(key, width)
    return width
  }
}
