/** Why something can't be done: asked of the server, or told by it when it refuses. */
import { Refusal } from '../../net/http'
import type { Live } from '../../net/live-table.svelte'
import { wordsFor } from '../../lib/problems'
import { counterOf, type Counter } from './stat-of-refusal'
import type { Reason } from '../../i18n/refusal-text'

export interface No extends Reason {
  /** What is lacking, as far as it is on the screen. */
  counter: Counter | null
  route: number | null
}

export class Reasons {
  no = $state.raw<No | null>(null)

  constructor(private readonly live: Live) {}

  /** Finds out why a route can't be claimed, or a city not be built in. */
  async ask(about: { route: number } | { city: number }): Promise<void> {
    if (this.live.seat === null || !this.live.connected) return
    const route = 'route' in about ? about.route : null
    await this.tried(
      this.live.ask({ do: 'why', ...about }).then(({ claimable, reason, rule, code, numbers }) => {
        if (!claimable && reason) this.no = { reason, rule, code, numbers, counter: counterOf(rule), route }
      }),
    )
  }

  /** Whether it could be done; if not, the reason is shown. */
  async tried(doing: Promise<unknown>): Promise<boolean> {
    try {
      await doing
      return true
    } catch (problem) {
      this.failed(problem)
      return false
    }
  }

  failed(problem: unknown): void {
    if (!(problem instanceof Refusal)) throw problem
    // Whoever has left the table is told nothing more.
    if (problem.code === 'closed') return
    const { rule } = problem
    this.no = { reason: wordsFor(problem), rule, counter: counterOf(rule), route: null }
  }
}
