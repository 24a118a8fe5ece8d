/** Puts a payment with stand-ins together, card by card; the server says which card may come next. */
import { none, size, withOne, minus } from '../../net/counts'
import type { LiveTable } from '../../net/live-table.svelte'

export class StandInPicker {
  cards = $state.raw<number[]>([])
  /** The kinds that may be added. */
  next = $state.raw<number[]>([])
  /** How many spaces of the route the cards pay for. */
  paid = $state.raw(0)
  /** The payment is complete. */
  whole = $state.raw(false)
  busy = $state.raw(false)
  count: number = $derived(size(this.cards))

  #turn = 0

  constructor(
    readonly route: number,
    private readonly live: LiveTable,
    kinds: number,
    private readonly failed: (problem: unknown) => void,
  ) {
    this.cards = none(kinds)
  }

  start(): Promise<void> {
    return this.#set(this.cards)
  }

  add(kind: number): Promise<void> {
    return this.next.includes(kind) ? this.#set(withOne(this.cards, kind)) : Promise.resolve()
  }

  remove(kind: number): Promise<void> {
    return this.cards[kind] > 0 ? this.#set(withOne(this.cards, kind, -1)) : Promise.resolve()
  }

  clear(): Promise<void> {
    return this.#set(none(this.cards.length))
  }

  /** Adds cards of a kind as long as that leads to a payment. */
  async most(kind: number): Promise<void> {
    for (let before = -1; before < this.count && this.next.includes(kind);) {
      before = this.count
      await this.add(kind)
    }
  }

  /** The cards that stay in a hand. */
  left(hand: readonly number[]): number[] {
    return minus(hand, this.cards)
  }

  async #set(cards: number[]): Promise<void> {
    const turn = ++this.#turn
    this.busy = true
    try {
      const { next, whole, paid } = await this.live.ask({ type: 'stand-ins', route: this.route, cards })
      if (turn !== this.#turn) return
      this.cards = cards
      this.next = next
      this.whole = whole
      this.paid = paid
    } catch (problem) {
      this.failed(problem)
    } finally {
      if (turn === this.#turn) this.busy = false
    }
  }
}
