/** Playback: shows events one after the other, with pauses and flights. Input never waits for it. */
import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import { preferences } from '../../browser/preferences.svelte'
import type { LiveTable } from '../../net/live-table.svelte'
import type { Step, StepCursor } from '../../net/step-cursor.svelte'
import type { Position } from '../../net/fold'
import type { EditionData, EventPair } from '../../net/wire'
import { SPEEDS, motion, type Flight } from './motion'

export interface Flying extends Flight {
  id: number
  lasts: number
}

/** With more steps waiting than this, they are shown faster. */
const MANY = 14
/** With more waiting than this, they are skipped: a page that slept jumps to where the game is. */
const TOO_MANY = 300

export class Playback {
  /** The view on the screen: the newest, or an earlier one while steps are being shown. */
  shown = $state.raw<Position | null>(null)
  flights = $state.raw<Flying[]>([])
  /** The routes and cities that others took since the viewer's own last move, or that this move took; the newest last. */
  last = $state.raw<number[]>([])
  built = $state.raw<number[]>([])
  /** The display is being flushed. */
  flushing = $state.raw(false)
  playing = $state.raw(false)
  /** Entries up to this version have been shown; the log shows no more than that. */
  version = $state.raw(Infinity)

  /** Called with each step as it is shown, but not with steps that are skipped. */
  onstep: (step: Step) => void = () => undefined

  readonly #cursor: StepCursor
  readonly #reducedMotion = new MediaQuery('(prefers-reduced-motion: reduce)')
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #lastId = 0

  constructor(
    private readonly live: LiveTable,
    private readonly edition: EditionData,
  ) {
    this.#cursor = live.playbackCursor
  }

  /** Follows the table; call it while a component is set up. */
  watch(): void {
    $effect(() => {
      void this.live.wholeViews
      untrack(() => this.#jump())
    })
    $effect(() => {
      const waiting = this.#cursor.waiting.length
      if (waiting > TOO_MANY) untrack(() => this.#skipAll())
      else if (waiting > 0) untrack(() => this.#play())
    })
    $effect(() => () => this.#stop())
  }

  get speed(): number {
    return this.#reducedMotion.current ? 0 : SPEEDS[preferences.speed]
  }

  /** Shows the newest view at once. */
  skip(): void {
    if (!this.playing) return
    for (const { event } of this.#cursor.waiting) this.#remember(event)
    this.#skipAll()
  }

  landed(id: number): void {
    this.flights = this.flights.filter((flight) => flight.id !== id)
  }

  #skipAll(): void {
    this.#cursor.skip()
    this.#jump()
  }

  #jump(): void {
    this.#stop()
    this.shown = this.live.view
    this.flights = []
    this.flushing = false
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.playing = false
    this.version = Infinity
  }

  #play(): void {
    if (this.playing) return
    this.playing = true
    this.version = this.#cursor.waiting[0].version - 1
    this.#next()
  }

  #next(): void {
    const step = this.#cursor.next()
    if (!step) {
      this.#stop()
      this.flushing = false
      // The newest view counts, whatever was shown on the way there.
      this.shown = this.live.view
      return
    }
    const speed = this.speed * (this.#cursor.waiting.length > MANY ? 0.35 : 1)
    const { flights, lasts, lands, pause } = this.shown
      ? motion(this.edition, this.shown, step.event)
      : { flights: [], lasts: 0, lands: false, pause: 0 }
    this.#after(pause * speed, () => {
      this.version = step.version
      this.onstep(step)
      this.flushing = step.event[0] === 'DisplayFlushed'
      if (speed > 0) this.#launch(flights, speed)
      if (!lands || speed === 0) this.#show(step)
      this.#after(lasts * speed, () => {
        if (lands) this.#show(step)
        this.#next()
      })
    })
  }

  #show(step: Step): void {
    this.shown = step.view
    this.#remember(step.event)
  }

  #remember([type, event]: EventPair): void {
    if (type === 'TurnBegan') return
    // The viewer has seen what others did, and has moved since.
    if ('seat' in event && event.seat === this.live.seat) [this.last, this.built] = [[], []]
    if (type === 'RouteClaimed') this.last = [...this.last, event.route]
    else if (type === 'StationBuilt') this.built = [...this.built, event.city]
  }

  #launch(flights: Flight[], speed: number): void {
    const launched = flights.map((flight) => ({
      ...flight,
      id: ++this.#lastId,
      delay: flight.delay * speed,
      lasts: 480 * speed,
    }))
    if (launched.length > 0) this.flights = [...this.flights, ...launched]
  }

  #after(wait: number, then: () => void): void {
    if (wait <= 0) return then()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      then()
    }, wait)
    this.#timers.add(timer)
  }
}
