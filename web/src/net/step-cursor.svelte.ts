/** The events of a table one by one, for readers at different paces: the log reads at once, playback takes its time. */
import type { Position } from './fold'
import type { EventPair } from './wire'

/** One event, and the position after it. */
export interface Step {
  version: number
  event: EventPair
  view: Position
}

/** Where steps come from. */
export interface StepSource {
  /** All steps since the last whole view, oldest first. */
  readonly steps: readonly Step[]
  /** Counts whole views: with each, the steps begin again. */
  readonly wholeViews: number
}

/** The position of one reader, which reads every step once; a whole view takes the place of what it had not read. */
export class StepCursor {
  #wholeViews = $state.raw(-1)
  #read = $state.raw(0)

  constructor(private readonly source: StepSource) {}

  /** Steps not yet read, oldest first. */
  get waiting(): readonly Step[] {
    return this.source.steps.slice(this.#position)
  }

  /** Reads the next step. */
  next(): Step | undefined {
    const step = this.source.steps[this.#position]
    if (step) this.#moveTo(this.#position + 1)
    return step
  }

  /** Leaves out all steps that are waiting. */
  skip(): void {
    this.#moveTo(this.source.steps.length)
  }

  get #position(): number {
    return this.#wholeViews === this.source.wholeViews ? this.#read : 0
  }

  #moveTo(position: number): void {
    this.#wholeViews = this.source.wholeViews
    this.#read = position
  }
}
