/** What every part of the table screen shares. */
import { createContext } from 'svelte'
import type { Live } from '../lib/live.svelte'
import type { Drawing, EditionData } from '../lib/wire'
import type { Carry } from './carry.svelte'
import type { Light } from './light.svelte'
import type { Play } from './play.svelte'
import type { Reach } from './reach.svelte'
import type { Speaker } from './speaker'
import type { Stage } from './stage.svelte'
import type { Story } from './story.svelte'

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
