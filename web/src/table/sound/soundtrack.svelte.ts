/** Listens to the table, and says what is to be heard. */
import { untrack } from 'svelte'
import type { Live, Step } from '../../net/live-table.svelte'
import type { EditionData } from '../../net/wire'
import type { Reach } from '../tickets/ticket-progress.svelte'
import { piecesOf, soundOf, type Sound } from './sounds'
import type { Stage } from '../animation/playback.svelte'

export class Ears {
  #mine = false

  constructor(
    private readonly live: Live,
    private readonly edition: EditionData,
    private readonly stage: Stage,
    private readonly reach: Reach,
    private readonly play: (sound: Sound, count?: number) => void,
  ) {}

  /** Follow the table; called while a component is set up. */
  watch(): void {
    this.stage.seen = (step) => this.#hear(step)
    $effect(() => {
      const mine = this.live.legal !== null && !this.stage.playing
      untrack(() => this.#turn(mine))
    })
    $effect(() => {
      if (this.reach.completed.length > 0) untrack(() => this.play('ticket'))
    })
  }

  #hear({ event }: Step): void {
    const sound = soundOf(event)
    if (sound) this.play(sound, piecesOf(this.edition, event))
  }

  /** Once a turn, and when all that led to it has been shown. */
  #turn(mine: boolean): void {
    if (mine && !this.#mine) this.play('turn')
    if (mine || this.live.legal === null) this.#mine = mine
  }
}
