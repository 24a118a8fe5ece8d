/** Why something can't be done: asked of the server, or sent by it with a refusal. */
import { Refusal } from '../../net/refusal'
import type { LiveTable } from '../../net/live-table.svelte'
import type { Reason } from '../../i18n/refusal-text'
import { statOf, type StatName } from './stat-of-refusal'

export interface ShownRefusal extends Reason {
  rule: string | null
  /** The part of the screen that shows what is lacking. */
  stat: StatName | null
  route: number | null
}

export class Reasons {
  refusal = $state.raw<ShownRefusal | null>(null)

  constructor(private readonly live: LiveTable) {}

  /** Asks why a route can't be claimed, or nothing built in a city. */
  async ask(about: { route: number } | { city: number }): Promise<void> {
    if (this.live.seat === null || !this.live.connected) return
    const route = 'route' in about ? about.route : null
    await this.tried(
      this.live.ask({ type: 'why', ...about }).then(({ claimable, reason, rule, code, params }) => {
        if (!claimable && code && reason) this.refusal = { code, reason, params, rule, stat: statOf(code), route }
      }),
    )
  }

  /** Whether it succeeded; if not, the reason is shown. */
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
    // The table was left: there is nothing to show.
    if (problem.code === 'closed') return
    const { code, reason, params, rule } = problem
    this.refusal = { code, reason, params, rule, stat: statOf(code), route: null }
  }
}
