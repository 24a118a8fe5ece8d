/** The log of a table as it grows, and the moment of it that is looked at. */
import { untrack } from 'svelte'
import type { Live, Step } from '../../net/live-table.svelte'
import type { EditionData, View } from '../../net/wire'
import { begin, extend, newRoutes, recall, step, withChat, type Chronicle, type Entry } from './log-record'

export class Story {
  told = $state.raw<Chronicle | null>(null)
  /** The moment looked at; null is now. */
  at = $state.raw<number | null>(null)
  entries: Entry[] = $derived.by(() => withChat(this.told?.entries ?? [], this.live.chat))
  /** The view of the moment looked at; null is now. */
  past: View | null = $derived(this.at === null ? null : (this.told?.moments[this.at] ?? null))
  /** Routes that the viewer has not seen claimed. */
  fresh: number[] = $derived.by(() => (this.told ? newRoutes(this.told, this.live.seat) : []))

  #loading = 0
  #heard: Step | undefined
  /** Steps that came while the history was on its way. */
  #late: Step[] = []

  constructor(
    private readonly live: Live,
    private readonly edition: EditionData,
  ) {}

  /** Follow the table; called while a component is set up. */
  watch(): void {
    $effect(() => {
      if (this.live.jumps > 0) untrack(() => void this.#load())
    })
    $effect(() => {
      const { lastEvents } = this.live
      untrack(() => this.#hear(lastEvents))
    })
  }

  go(by: 'back' | 'on' | 'first' | 'now'): void {
    if (this.told) this.at = step(this.told.moments.length, this.at, by)
  }

  show(moment: number): void {
    const moments = this.told?.moments.length ?? 0
    this.at = moment >= moments - 1 ? null : moment
  }

  async #load(): Promise<void> {
    const turn = ++this.#loading
    this.at = null
    this.#late = []
    const { view, seat } = this.live
    if (!view) return
    // Until the past is here, the log begins now. Nothing of what another seat knew may stay in it.
    this.told = begin(view, 0)
    try {
      const history = await this.live.past()
      if (turn !== this.#loading) return
      this.told = recall(this.edition, history, seat)
      this.#add(this.#late)
    } catch {
      // No past, then: the log goes on from here.
    } finally {
      if (turn === this.#loading) this.#loading = 0
    }
  }

  #hear(waiting: Step[]): void {
    const from = this.#heard ? waiting.indexOf(this.#heard) + 1 : 0
    const steps = waiting.slice(from)
    if (steps.length === 0) return
    this.#heard = steps[steps.length - 1]
    if (this.#loading) this.#late.push(...steps)
    this.#add(steps)
  }

  #add(steps: Step[]): void {
    let told = this.told
    if (!told) return
    for (let at = 0; at < steps.length;) {
      const { version } = steps[at]
      const of = steps.slice(at).findIndex((each) => each.version !== version)
      const end = of < 0 ? steps.length : at + of
      told = extend(this.edition, told, version, steps.slice(at, end))
      at = end
    }
    this.told = told
  }
}
