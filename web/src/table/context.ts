/** The state that all parts of the game's screen share. */
import { createContext } from 'svelte'
import type { LiveTable } from '../net/live-table.svelte'
import type { Drawing, EditionData } from '../net/wire'
import type { PileDrag } from './intent/pile-drag.svelte'
import type { Highlight } from './intent/highlight.svelte'
import type { Intent } from './intent/intent.svelte'
import type { TicketProgress } from './tickets/ticket-progress.svelte'
import type { Speaker } from './sound/speaker'
import type { Playback } from './animation/playback.svelte'
import type { GameLog } from './log/game-log.svelte'
import type { Help } from './help/help.svelte'

export interface TableContext {
  readonly live: LiveTable
  readonly edition: EditionData
  readonly drawing: Drawing
  readonly intent: Intent
  readonly playback: Playback
  readonly gameLog: GameLog
  readonly progress: TicketProgress
  readonly highlight: Highlight
  readonly pileDrag: PileDrag
  readonly speaker: Speaker
  readonly help: Help
}

export const [tableContext, provideTable] = createContext<TableContext>()
