/**
 * Which entries of a table's log have been seen. Every entry comes as one frame, and frames in order: one that is
 * missing means that the line lost it.
 */
export class Versions {
  /** The last entry that changed the view. */
  at = -1
  /** Entries after it that changed something else: the table, the chat. */
  readonly #beside = new Set<number>()

  /** A whole view: everything before it is in it. */
  start(version: number): void {
    this.at = version
    for (const each of this.#beside) if (each <= version) this.#beside.delete(each)
  }

  /** An entry that does not touch the view. False when one before it is missing. */
  aside(version: number): boolean {
    if (version <= this.at) return true
    const whole = this.#whole(version)
    if (whole) this.#beside.add(version)
    return whole
  }

  /** An entry of the game: `next` to be folded, `old` already folded, or `gap` when one before it is missing. */
  game(version: number): 'next' | 'old' | 'gap' {
    if (version <= this.at) return 'old'
    if (!this.#whole(version)) return 'gap'
    this.start(version)
    return 'next'
  }

  /** The newest entry seen. */
  get newest(): number {
    return Math.max(this.at, ...this.#beside)
  }

  #whole(version: number): boolean {
    for (let each = this.at + 1; each < version; each++) if (!this.#beside.has(each)) return false
    return true
  }
}
