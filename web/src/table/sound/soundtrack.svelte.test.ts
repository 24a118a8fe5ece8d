// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { expect, it } from 'vitest'
import type { LiveTable } from '../../net/live-table.svelte'
import type { Step } from '../../net/step-cursor.svelte'
import type { EditionData } from '../../net/wire'
import { Soundtrack } from './soundtrack.svelte'
import type { TicketProgress } from '../tickets/ticket-progress.svelte'
import type { Sound } from './sounds'
import type { Playback } from '../animation/playback.svelte'

function listening() {
  const heard: Sound[] = []
  const live = $state({ legal: null as object | null })
  const playback = $state({ playing: false, onstep: (_: Step) => {} })
  const progress = $state({ completed: [] as number[] })
  const soundtrack = new Soundtrack(
    live as LiveTable,
    { routes: [] } as unknown as EditionData,
    playback as Playback,
    progress as TicketProgress,
    (sound) => heard.push(sound),
  )
  const stop = $effect.root(() => soundtrack.watch())
  flushSync()
  return { heard, live, playback, progress, stop }
}

it('one’s turn is heard once, when what led to it has been shown', () => {
  const { heard, live, playback, stop } = listening()
  playback.playing = true
  live.legal = {}
  flushSync()
  expect(heard).toEqual([])
  playback.playing = false
  flushSync()
  expect(heard).toEqual(['turn'])
  // The second card of the same turn.
  playback.playing = true
  live.legal = {}
  flushSync()
  playback.playing = false
  flushSync()
  expect(heard).toEqual(['turn'])
  live.legal = null
  flushSync()
  live.legal = {}
  flushSync()
  expect(heard).toEqual(['turn', 'turn'])
  stop()
})

it('steps and tickets are heard', () => {
  const { heard, playback, progress, stop } = listening()
  playback.onstep({ event: ['GameEnded', {}] } as unknown as Step)
  playback.onstep({ event: ['TurnBegan', { seat: 0 }] } as unknown as Step)
  progress.completed = [3]
  flushSync()
  expect(heard).toEqual(['end', 'ticket'])
  stop()
})
