/** The soundtrack: decides when a sound is played. */
import { untrack } from 'svelte'
import type { LiveTable } from '../../net/live-table.svelte'
import type { Step } from '../../net/step-cursor.svelte'
import type { EditionData } from '../../net/wire'
import type { TicketProgress } from '../tickets/ticket-progress.svelte'
import { piecesOf, soundOf, type Sound } from './sounds'
import type { Playback } from '../animation/playback.svelte'

export class Soundtrack {
  #mine = false

  constructor(
    private readonly live: LiveTable,
    private readonly edition: EditionData,
    private readonly playback: Playback,
    private readonly progress: TicketProgress,
    private readonly play: (sound: Sound, count?: number) => void,
  ) {}

  /** Follows the table; call it while a component is set up. */
  watch(): void {
    this.playback.onstep = (step) => this.#playStep(step)
    $effect(() => {
      const mine = this.live.legal !== null && !this.playback.playing
      untrack(() => this.#turn(mine))
    })
    $effect(() => {
      if (this.progress.completed.length > 0) untrack(() => this.play('ticket'))
    })
  }

  #playStep({ event }: Step): void {
    const sound = soundOf(event)
    if (sound) this.play(sound, piecesOf(this.edition, event))
  }

  /** Once a turn, after playback has shown what led to it. */
  #turn(mine: boolean): void {
    if (mine && !this.#mine) this.play('turn')
    if (mine || this.live.legal === null) this.#mine = mine
  }
}
