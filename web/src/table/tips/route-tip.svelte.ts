/** When the tip about a route is shown: after resting on it with a mouse, with the keyboard focus, or by a long press. */
import type { LiveTable } from '../../net/live-table.svelte'
import type { Reason } from '../../i18n/refusal-text'

/** How long a mouse rests on a route, and a finger on it, before the tip is shown. */
const REST = 350
export const HOLD = 550
/** How far a finger may move meanwhile. */
const STILL = 10

export interface Place {
  x: number
  y: number
}

export class RouteTip {
  route = $state.raw<number | null>(null)
  /** Where the pointer was; null for the keyboard. */
  place = $state.raw<Place | null>(null)
  /** Why the viewer can't claim it now, as the server says. */
  reason = $state.raw<Reason | null>(null)

  #timer: ReturnType<typeof setTimeout> | undefined
  #pointed: number | null = null
  #start: Place | null = null

  constructor(private readonly live: LiveTable) {}

  /** A mouse or the keyboard focus is on a route, or on none. */
  point(route: number | null, place: () => Place | null): void {
    if (route === this.#pointed) return
    this.#pointed = route
    this.hide()
    if (route !== null) this.#timer = setTimeout(() => void this.#show(route, place()), REST)
  }

  /** A finger went down. */
  press(at: Place, routeAt: (x: number, y: number) => number | null): void {
    this.hide()
    this.#start = at
    this.#timer = setTimeout(() => {
      const route = routeAt(at.x, at.y)
      if (route !== null) void this.#show(route, at)
    }, HOLD)
  }

  /** The finger has moved: what becomes a drag shows no tip. */
  move(at: Place): void {
    if (this.#start && Math.hypot(at.x - this.#start.x, at.y - this.#start.y) > STILL) this.hide()
  }

  /** The finger went up: a tip that is shown stays for a while. */
  release(): void {
    this.#start = null
    clearTimeout(this.#timer)
    if (this.route !== null) this.#timer = setTimeout(() => this.hide(), 4000)
  }

  hide(): void {
    clearTimeout(this.#timer)
    this.#start = null
    this.route = null
    this.reason = null
  }

  async #show(route: number, place: Place | null): Promise<void> {
    this.route = route
    this.place = place
    const { legal, seat, connected, view } = this.live
    const listed = [...(legal?.claim ?? []), ...(legal?.stand_ins ?? [])].some(([, at]) => at === route)
    if (!legal || seat === null || !connected || listed || (view?.owner[route] ?? -1) >= 0) return
    try {
      const { claimable, code, reason, params } = await this.live.ask({ type: 'why', route })
      if (this.route === route && !claimable && code && reason) this.reason = { code, reason, params }
    } catch {
      // The tip says the rest.
    }
  }
}
