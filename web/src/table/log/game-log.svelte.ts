/** The log of a table as it grows, and the earlier moment that is replayed, if any. */
import { untrack } from 'svelte'
import type { LiveTable } from '../../net/live-table.svelte'
import { StepCursor, type Step } from '../../net/step-cursor.svelte'
import type { Position } from '../../net/fold'
import { PHASE, type EditionData, type History } from '../../net/wire'
import {
  completedAt,
  countedMoments,
  emptyRecord,
  extendRecord,
  newRoutes,
  noteEntries,
  recordOf,
  replayStep,
  withChat,
  type LogEntry,
  type LogRecord,
} from './log-record'

/** A moment that an address names, and the seat to see it from. */
export interface ReplayAddress {
  step: number
  seat: number | null
}

export class GameLog {
  record = $state.raw<LogRecord | null>(null)
  /** The moment that is replayed; null is now. */
  at = $state.raw<number | null>(null)
  /** The replay goes on by itself. */
  playing = $state.raw(false)
  /** The seat whose past is shown: the viewer's own, after the game any; null for a spectator. */
  viewpoint = $state.raw<number | null>(null)
  entries: LogEntry[] = $derived.by(() => {
    const notes = noteEntries(this.live.table?.notes ?? [], this.live.seat)
    return withChat(this.record?.entries ?? [], this.live.chat, notes)
  })
  /** The view of the moment that is replayed; null is now. */
  past: Position | null = $derived(this.at === null ? null : (this.record?.moments[this.at] ?? null))
  /** The moments to step through. */
  counted: number[] = $derived(this.record ? countedMoments(this.record) : [])
  /** What is replayed was undone later. */
  undone: boolean = $derived(this.at !== null && this.record !== null && !this.counted.includes(this.at))
  /** The tickets of the viewpoint that were completed at the moment that is replayed. */
  completed: number[] = $derived.by(() =>
    this.at === null ? [] : completedAt(this.#completed, this.record?.versions[this.at] ?? -1),
  )
  /** Routes that the viewer has not seen claimed. */
  fresh: number[] = $derived.by(() => (this.record ? newRoutes(this.record, this.live.seat) : []))

  readonly #cursor: StepCursor
  #completed = $state.raw<History['completed']>([])
  /** The version up to which `#completed` is known. */
  #completedUntil = -1
  #start: ReplayAddress | null = null
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

  /** Shows this moment as soon as the history is loaded. */
  startAt(address: ReplayAddress | null): void {
    this.#start = address
  }

  go(by: 'back' | 'on' | 'first' | 'now'): void {
    if (this.record) this.#moveTo(replayStep(this.counted, this.at, by))
  }

  show(moment: number): void {
    const moments = this.record?.moments.length ?? 0
    this.#moveTo(moment >= moments - 1 ? null : Math.max(0, moment))
  }

  /** Plays on from here, or from the beginning; or stops. */
  togglePlaying(): void {
    const start = !this.playing
    if (start && this.at === null) this.go('first')
    this.playing = start && this.at !== null
  }

  /** Shows the past from another seat, or as a spectator (null). During a game only the player's own is open. */
  async viewFrom(seat: number | null): Promise<void> {
    if (seat === this.viewpoint || this.live.view?.status.phase !== PHASE.over) return
    const turn = ++this.#loading
    const { at } = this
    const history = await this.live.loadHistory(seat)
    if (turn !== this.#loading) return
    this.#loading = 0
    this.#use(history, seat)
    if (this.at === at) this.#moveTo(at)
  }

  #moveTo(moment: number | null): void {
    this.at = moment
    if (moment === null) {
      this.playing = false
      // The newest view is the viewer's own again, and so is the log.
      if (this.viewpoint !== this.live.seat) void this.viewFrom(this.live.seat).catch(() => undefined)
    } else if (this.record && this.record.version > this.#completedUntil) void this.#refreshCompleted()
  }

  /** When tickets were completed is in the history alone: what has happened since it was loaded is fetched. */
  async #refreshCompleted(): Promise<void> {
    const { viewpoint } = this
    this.#completedUntil = this.record?.version ?? -1
    try {
      const history = await this.live.loadHistory(viewpoint)
      if (viewpoint === this.viewpoint) this.#completed = history.completed
    } catch {
      // Tickets are shown as open then.
    }
  }

  async #load(): Promise<void> {
    const turn = ++this.#loading
    this.at = null
    this.playing = false
    this.#late = []
    this.#completed = []
    const { view, seat } = this.live
    this.viewpoint = seat
    if (!view) return
    // Until the history has arrived, the log begins now. Nothing that another seat knew may stay in it.
    this.record = emptyRecord(view, 0)
    try {
      const history = await this.live.loadHistory()
      if (turn !== this.#loading) return
      this.#use(history, seat)
      this.#add(this.#late)
      await this.#openStart()
    } catch {
      // Without a history the log goes on from here.
    } finally {
      if (turn === this.#loading) this.#loading = 0
    }
  }

  #use(history: History, seat: number | null): void {
    this.record = recordOf(this.edition, history, seat)
    this.viewpoint = seat
    this.#completed = history.completed
    this.#completedUntil = history.version
  }

  async #openStart(): Promise<void> {
    const start = this.#start
    this.#start = null
    if (!start) return
    this.show(start.step)
    if (start.seat !== null && start.seat < (this.live.view?.seats ?? 0)) await this.viewFrom(start.seat)
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
