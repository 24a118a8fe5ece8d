/** Progress of the player's tickets, asked of the server whenever the board or the tickets have changed. */
import { untrack } from 'svelte'
import type { LiveTable } from '../../net/live-table.svelte'
import { PHASE, type EditionData, type TicketReach } from '../../net/wire'
import type { GameLog } from '../log/game-log.svelte'
import { completedTicket, ticketOutcomes, newlyDone, sortTickets, type HeldTicket } from './tickets'

/** Several changes arrive together: wait for the last (debounce). */
const PATIENCE = 250

export class TicketProgress {
  reaches = $state.raw<TicketReach[]>([])
  /** The tickets that the last change completed. */
  completed = $state.raw<number[]>([])
  /** The player's tickets; at the end with their outcome, in a replay as they were then. */
  held: HeldTicket[] = $derived.by(() => {
    const { past, completed } = this.gameLog
    if (past) {
      const { viewer, tickets } = past
      return viewer === null ? [] : sortTickets(this.edition, tickets[viewer] ?? [], completed.map(completedTicket))
    }
    const { view, seat, result } = this.live
    if (seat === null) return []
    return sortTickets(this.edition, view?.tickets[seat] ?? [], result ? ticketOutcomes(result, seat) : this.reaches)
  })

  constructor(
    private readonly live: LiveTable,
    private readonly edition: EditionData,
    private readonly gameLog: Pick<GameLog, 'past' | 'completed'>,
  ) {}

  /** Follows the table; call it while a component is set up. */
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
      const { tickets } = await this.live.ask({ type: 'reach' })
      if (seat !== this.live.seat) return
      const done = newlyDone(this.reaches, tickets)
      this.reaches = tickets
      if (done.length > 0) this.completed = done
    } catch {
      // Without an answer tickets are shown without their progress.
    }
  }
}
