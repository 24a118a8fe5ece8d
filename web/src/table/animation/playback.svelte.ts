/** What is on the screen: the view as far as it has been shown, and what is on its way. Input never waits for it. */
import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import type { Live, Step } from '../../net/live-table.svelte'
import { prefs } from '../../browser/preferences.svelte'
import type { EditionData, View } from '../../net/wire'
import { SPEEDS, motion, type Flight } from './motion'

export interface Flying extends Flight {
  id: number
  lasts: number
}

/** With so many events waiting, they are shown hurriedly. */
const MANY = 14

export class Stage {
  shown = $state.raw<View | null>(null)
  flights = $state.raw<Flying[]>([])
  /** The routes claimed last, for the board to put the pieces down. */
  last = $state.raw<number[]>([])
  /** The display is about to be swept. */
  sweeping = $state.raw(false)
  playing = $state.raw(false)
  /** What is told up to here has been shown; the log tells no more than that. */
  version = $state.raw(Infinity)

  /** Told of each step as it is shown; what is skipped is not. */
  seen: (step: Step) => void = () => undefined

  readonly #calm = new MediaQuery('(prefers-reduced-motion: reduce)')
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #ids = 0

  constructor(
    private readonly live: Live,
    private readonly edition: EditionData,
  ) {}

  /** Follow the table; called while a component is set up. */
  watch(): void {
    $effect(() => {
      void this.live.jumps
      untrack(() => this.#jump())
    })
    $effect(() => {
      if (this.live.lastEvents.length > 0) untrack(() => this.#play())
    })
    $effect(() => () => this.#stop())
  }

  get speed(): number {
    return this.#calm.current ? 0 : SPEEDS[prefs.speed]
  }

  /** Show the newest at once. */
  skip(): void {
    if (!this.playing) return
    for (const { event } of this.live.lastEvents) if (event[0] === 'RouteClaimed') this.last = [event[1].route]
    this.live.skip()
    this.#jump()
  }

  landed(id: number): void {
    this.flights = this.flights.filter((flight) => flight.id !== id)
  }

  #jump(): void {
    this.#stop()
    this.shown = this.live.view
    this.flights = []
    this.sweeping = false
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
    this.version = this.live.lastEvents[0].version - 1
    this.#next()
  }

  #next(): void {
    const step = this.live.next()
    if (!step) {
      this.#stop()
      this.sweeping = false
      // The newest view is the truth, whatever has been shown on the way there.
      this.shown = this.live.view
      return
    }
    const speed = this.speed * (this.live.lastEvents.length > MANY ? 0.35 : 1)
    const { flights, lasts, lands, pause } = this.shown
      ? motion(this.edition, this.shown, step.event)
      : { flights: [], lasts: 0, lands: false, pause: 0 }
    this.#after(pause * speed, () => {
      this.version = step.version
      this.seen(step)
      this.sweeping = step.event[0] === 'DisplayFlushed'
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
    if (step.event[0] === 'RouteClaimed') this.last = [step.event[1].route]
    else if (step.event[0] === 'TurnBegan' && step.event[1].seat === this.live.seat) this.last = []
  }

  #launch(flights: Flight[], speed: number): void {
    const made = flights.map((flight) => ({
      ...flight,
      id: ++this.#ids,
      delay: flight.delay * speed,
      lasts: 480 * speed,
    }))
    if (made.length > 0) this.flights = [...this.flights, ...made]
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
