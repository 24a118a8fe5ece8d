/** A pile that is carried over the map. */
import { aim } from './drag'
import type { Play } from './intent.svelte'

export interface Carried {
  kind: number
  x: number
  y: number
  touch: boolean
  /** The route it is over. */
  route: number | null
}

export class Carry {
  now = $state.raw<Carried | null>(null)
  /** The route at a point of the window: the board knows. */
  routeAt: (x: number, y: number) => number | null = () => null

  constructor(private readonly play: Play) {}

  move(kind: number, x: number, y: number, touch: boolean): void {
    this.now = { kind, x, y, touch, route: this.routeAt(...aim(x, y, touch)) }
    if (this.play.pile !== kind) this.play.pile = kind
  }

  drop(kind: number, x: number, y: number, touch: boolean): void {
    const route = this.routeAt(...aim(x, y, touch))
    this.now = null
    if (route === null) this.play.pile = null
    else this.play.drop(kind, route)
  }

  cancel(): void {
    this.now = null
    this.play.pile = null
  }
}
