// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { expect, it } from 'vitest'
import type { Live, Step } from '../../net/live-table.svelte'
import type { EditionData } from '../../net/wire'
import { Ears } from './soundtrack.svelte'
import type { Reach } from '../tickets/ticket-progress.svelte'
import type { Sound } from './sounds'
import type { Stage } from '../animation/playback.svelte'

function listening() {
  const heard: Sound[] = []
  const live = $state({ legal: null as object | null })
  const stage = $state({ playing: false, seen: (_: Step) => {} })
  const reach = $state({ completed: [] as number[] })
  const ears = new Ears(
    live as Live,
    { routes: [] } as unknown as EditionData,
    stage as Stage,
    reach as Reach,
    (sound) => heard.push(sound),
  )
  const stop = $effect.root(() => ears.watch())
  flushSync()
  return { heard, live, stage, reach, stop }
}

it('one’s turn is heard once, when what led to it has been shown', () => {
  const { heard, live, stage, stop } = listening()
  stage.playing = true
  live.legal = {}
  flushSync()
  expect(heard).toEqual([])
  stage.playing = false
  flushSync()
  expect(heard).toEqual(['turn'])
  // The second card of the same turn.
  stage.playing = true
  live.legal = {}
  flushSync()
  stage.playing = false
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
  const { heard, stage, reach, stop } = listening()
  stage.seen({ event: ['GameEnded', {}] } as unknown as Step)
  stage.seen({ event: ['TurnBegan', { seat: 0 }] } as unknown as Step)
  reach.completed = [3]
  flushSync()
  expect(heard).toEqual(['end', 'ticket'])
  stop()
})
