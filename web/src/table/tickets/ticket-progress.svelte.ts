/** What one's tickets still lack, asked anew whenever the board or the tickets have changed. */
import { untrack } from 'svelte'
import type { Live } from '../../net/live-table.svelte'
import { PHASE, type EditionData, type TicketReach } from '../../net/wire'
import { ended, newlyDone, sorted, type Held } from './tickets'

/** Changes come several at once: wait for the last of them. */
const PATIENCE = 250

export class Reach {
  told = $state.raw<TicketReach[]>([])
  /** The tickets that the last change has completed. */
  completed = $state.raw<number[]>([])
  /** One's tickets: at the end with what came of them. */
  held: Held[] = $derived.by(() => {
    const { view, seat, result } = this.live
    if (seat === null) return []
    return sorted(this.edition, view?.tickets[seat] ?? [], result ? ended(result, seat) : this.told)
  })

  constructor(
    private readonly live: Live,
    private readonly edition: EditionData,
  ) {}

  /** Follow the table; called while a component is set up. */
  watch(): void {
    const owner = $derived(this.live.view?.owner)
    const building = $derived(this.live.view?.building)
    const own = $derived(this.live.seat === null ? null : this.live.view?.tickets[this.live.seat])
    const pool = $derived(this.live.view?.status.pool)
    const over = $derived(this.live.view?.status.phase === PHASE.over)
    $effect(() => {
      void [owner, building, pool, this.live.connected]
      if (!own?.length || over || !this.live.connected) return
      const timer = setTimeout(() => untrack(() => void this.#ask()), PATIENCE)
      return () => clearTimeout(timer)
    })
  }

  async #ask(): Promise<void> {
    const { seat } = this.live
    try {
      const { tickets } = await this.live.ask({ do: 'reach' })
      if (seat !== this.live.seat) return
      const done = newlyDone(this.told, tickets)
      if (done.length > 0) this.completed = done
      this.told = tickets
    } catch {
      // Nothing told: tickets are shown without it.
    }
  }
}
