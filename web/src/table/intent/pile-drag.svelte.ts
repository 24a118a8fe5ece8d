/** A pile that is dragged over the board. */
import { aim } from './drag'
import type { Intent } from './intent.svelte'

export interface DraggedCards {
  kind: number
  x: number
  y: number
  touch: boolean
  /** The route it is over. */
  route: number | null
}

export class PileDrag {
  now = $state.raw<DraggedCards | null>(null)
  /** The route at a point of the window; set by the board. */
  routeAt: (x: number, y: number) => number | null = () => null

  constructor(private readonly intent: Intent) {}

  move(kind: number, x: number, y: number, touch: boolean): void {
    this.now = { kind, x, y, touch, route: this.routeAt(...aim(x, y, touch)) }
    if (this.intent.pile !== kind) this.intent.pile = kind
  }

  drop(kind: number, x: number, y: number, touch: boolean): void {
    const route = this.routeAt(...aim(x, y, touch))
    this.now = null
    if (route === null) this.intent.pile = null
    else this.intent.drop(kind, route)
  }

  cancel(): void {
    this.now = null
    this.intent.pile = null
  }
}
