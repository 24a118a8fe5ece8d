// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { LiveTable } from '../../net/live-table.svelte'
import type { EditionData, TableInfo } from '../../net/wire'
import { Intent } from '../intent/intent.svelte'
import LogLine from './LogLine.svelte'

const context: object = {}
vi.mock('../context', () => ({ tableContext: () => context }))
afterEach(cleanup)

function said(seat: number | null, host: boolean) {
  const live = new LiveTable('BCDFGH')
  live.table = { host } as TableInfo
  const intent = new Intent(live, { routes: [], cities: [] } as unknown as EditionData)
  Object.assign(context, { live, intent, gameLog: { at: null }, highlight: {} })
  const chat = { type: 'chat' as const, version: 12, at: 0, seat, name: 'Eve', text: 'hello' }
  render(LogLine, { entry: { type: 'chat', id: 'chat 12', version: 12, chat } })
  return live
}

it('lets the host mute and remove a spectator', async () => {
  const moderate = vi.spyOn(said(null, true), 'moderate').mockResolvedValue()
  for (const label of ['Mute', 'Remove', 'Allow again']) await fireEvent.click(screen.getByText(label))
  expect(moderate.mock.calls).toEqual([
    [{ chat: 12 }, 'mute'],
    [{ chat: 12 }, 'remove'],
    [{ chat: 12 }, 'allow'],
  ])
})

it.each([
  [1, true],
  [null, false],
])('has no such menu for a player, nor for others than the host (%s, %s)', (seat, host) => {
  said(seat, host)
  expect(screen.getByText('Eve')).toBeTruthy()
  expect(screen.queryByText('Mute')).toBeNull()
})
