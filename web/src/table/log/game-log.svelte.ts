/** The log of a table as it grows, and the earlier moment that is replayed, if any. */
import { untrack } from 'svelte'
import type { LiveTable } from '../../net/live-table.svelte'
import { StepCursor, type Step } from '../../net/step-cursor.svelte'
import type { Position } from '../../net/fold'
import type { EditionData } from '../../net/wire'
import {
  emptyRecord,
  extendRecord,
  newRoutes,
  recordOf,
  replayStep,
  withChat,
  type LogEntry,
  type LogRecord,
} from './log-record'

export class GameLog {
  record = $state.raw<LogRecord | null>(null)
  /** The moment that is replayed; null is now. */
  at = $state.raw<number | null>(null)
  entries: LogEntry[] = $derived.by(() => withChat(this.record?.entries ?? [], this.live.chat))
  /** The view of the moment that is replayed; null is now. */
  past: Position | null = $derived(this.at === null ? null : (this.record?.moments[this.at] ?? null))
  /** Routes that the viewer has not seen claimed. */
  fresh: number[] = $derived.by(() => (this.record ? newRoutes(this.record, this.live.seat) : []))

  readonly #cursor: StepCursor
  #loading = 0
  /** Steps that arrived while the history was being loaded. */
  #late: Step[] = []

  constructor(
    private readonly live: LiveTable,
    private readonly edition: EditionData,
  ) {
    this.#cursor = new StepCursor(live)
    // Earlier steps are in the history.
    this.#cursor.skip()
  }

  /** Follows the table; call it while a component is set up. */
  watch(): void {
    $effect(() => {
      if (this.live.wholeViews > 0) untrack(() => void this.#load())
    })
    $effect(() => {
      const { waiting } = this.#cursor
      untrack(() => this.#receive(waiting))
    })
  }

  go(by: 'back' | 'on' | 'first' | 'now'): void {
    if (this.record) this.at = replayStep(this.record.moments.length, this.at, by)
  }

  show(moment: number): void {
    const moments = this.record?.moments.length ?? 0
    this.at = moment >= moments - 1 ? null : moment
  }

  async #load(): Promise<void> {
    const turn = ++this.#loading
    this.at = null
    this.#late = []
    const { view, seat } = this.live
    if (!view) return
    // Until the history has arrived, the log begins now. Nothing that another seat knew may stay in it.
    this.record = emptyRecord(view, 0)
    try {
      const history = await this.live.loadHistory()
      if (turn !== this.#loading) return
      this.record = recordOf(this.edition, history, seat)
      this.#add(this.#late)
    } catch {
      // Without a history the log goes on from here.
    } finally {
      if (turn === this.#loading) this.#loading = 0
    }
  }

  #receive(steps: readonly Step[]): void {
    if (steps.length === 0) return
    this.#cursor.skip()
    if (this.#loading) this.#late.push(...steps)
    this.#add(steps)
  }

  #add(steps: readonly Step[]): void {
    let record = this.record
    if (!record) return
    for (let at = 0; at < steps.length;) {
      const { version } = steps[at]
      const next = steps.findIndex((each, n) => n > at && each.version !== version)
      const end = next < 0 ? steps.length : next
      record = extendRecord(this.edition, record, version, steps.slice(at, end))
      at = end
    }
    this.record = record
  }
}
