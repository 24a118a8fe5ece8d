// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import type { Position } from '../../net/fold'
import PlayerPanel from './PlayerPanel.svelte'

// jsdom has no media queries, which tweened numbers ask.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {} })))
const context: object = {}
vi.mock('../context', () => ({ tableContext: () => context }))
afterEach(cleanup)

/** The panel of seat 0 in a browser that is connected or not, with what the server said last about the seat. */
function show(yours: boolean, online: boolean, connected: boolean): void {
  const seats = [{ kind: 'person', name: 'Ada', yours, online, absent: false, resigned: false, clock: null }]
  const live = { table: { seats }, players: ['Ada'], seat: yours ? 0 : null, ownSeats: [], connected }
  const edition = { piece_order: [], pool: 0, builder: null, end_pieces: 2 }
  Object.assign(context, { live, edition, intent: { refusal: null }, highlight: {}, playback: { speed: 0 } })
  const view = { due: [], status: { phase: 0 }, chosen: [false], points: [0], supply: [[]], hand_sizes: [4], held: [2] }
  render(PlayerPanel, { view: view as unknown as Position, seat: 0 })
}

it('never says of one’s own seat that it is not connected while it is', () => {
  // After a restart of the server the last list of seats may be from before this browser was back.
  show(true, false, true)
  expect(screen.queryByText('Not connected')).toBeNull()
})

it('says so of one’s own seat while the connection is lost, and of others when the server does', () => {
  show(true, true, false)
  expect(screen.getByText('Not connected')).toBeTruthy()
  cleanup()
  show(false, true, false)
  expect(screen.queryByText('Not connected')).toBeNull()
  cleanup()
  show(false, false, true)
  expect(screen.getByText('Not connected')).toBeTruthy()
})
