/**
 * Detects missing entries of a table's log. Every entry comes as one frame, and frames come in order: a number that is
 * missing means that a frame was lost.
 */
export class Versions {
  /** The last entry that changed the view. */
  view = -1
  /** Later entries that changed something else: the table, the chat. */
  readonly #others = new Set<number>()

  /** A whole view: it includes everything before it. */
  start(version: number): void {
    this.view = version
    for (const each of this.#others) if (each <= version) this.#others.delete(each)
  }

  /** Records an entry that does not change the view. False when one before it is missing. */
  recordOther(version: number): boolean {
    if (version <= this.view) return true
    const complete = this.#complete(version)
    if (complete) this.#others.add(version)
    return complete
  }

  /** Records an entry of the game: fold the `next`, ignore an `old` one; a `gap` means that one before it is missing. */
  recordGame(version: number): 'next' | 'old' | 'gap' {
    if (version <= this.view) return 'old'
    if (!this.#complete(version)) return 'gap'
    this.start(version)
    return 'next'
  }

  /** The newest entry seen. */
  get newest(): number {
    return Math.max(this.view, ...this.#others)
  }

  #complete(version: number): boolean {
    for (let each = this.view + 1; each < version; each++) if (!this.#others.has(each)) return false
    return true
  }
}
