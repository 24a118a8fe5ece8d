/** What every part of the table screen shares. */
import { createContext } from 'svelte'
import type { Live } from '../net/live-table.svelte'
import type { Drawing, EditionData } from '../net/wire'
import type { Carry } from './intent/pile-drag.svelte'
import type { Light } from './intent/highlight.svelte'
import type { Play } from './intent/intent.svelte'
import type { Reach } from './tickets/ticket-progress.svelte'
import type { Speaker } from './sound/speaker'
import type { Stage } from './animation/playback.svelte'
import type { Story } from './log/game-log.svelte'

export interface TableParts {
  readonly live: Live
  readonly edition: EditionData
  readonly drawing: Drawing
  readonly play: Play
  readonly stage: Stage
  readonly story: Story
  readonly reach: Reach
  readonly light: Light
  readonly carry: Carry
  readonly speaker: Speaker
}

export const [parts, provideParts] = createContext<TableParts>()
