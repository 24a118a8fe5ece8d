// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../net/http'
import type { SpectatorInfo } from '../../net/wire'
import Spectators from './Spectators.svelte'

const moderate = vi.fn(async () => undefined)
vi.mock('../context', () => ({ tableContext: () => ({ live: { code: 'BCDFGH' }, intent: { moderate } }) }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  moderate.mockClear()
})

function spectator(name: string, muted = false, removed = false): SpectatorInfo {
  return { id: name.toLowerCase(), name, muted, removed }
}

async function opened(): Promise<void> {
  render(Spectators)
  const details = screen.getByText('Spectators').closest('details')!
  details.open = true
  await fireEvent(details, new Event('toggle'))
}

it('asks for the list only when it is opened', async () => {
  const asked = vi.spyOn(api, 'spectators').mockResolvedValue([])
  render(Spectators)
  expect(asked).not.toHaveBeenCalled()
  cleanup()
  await opened()
  expect(asked).toHaveBeenCalledWith('BCDFGH')
  expect(await screen.findByText(/Nobody is watching/)).toBeTruthy()
})

it('offers what can be done about each spectator, and loads the list again', async () => {
  const lists = [[spectator('Cyd'), spectator('Dot', true), spectator('Eve', true, true)], [spectator('Dot', true)]]
  const asked = vi.spyOn(api, 'spectators').mockImplementation(async () => lists.shift() ?? [])
  await opened()
  await screen.findByText('Cyd')
  const rows = screen.getAllByRole('listitem').map((row) => [...row.children].map((each) => each.textContent?.trim()))
  expect(rows).toEqual([
    ['Cyd', 'Mute', 'Remove'],
    ['Dot muted', 'Allow again', 'Remove'],
    ['Eve removed', 'Allow again'],
  ])
  await fireEvent.click(screen.getAllByText('Remove')[0])
  expect(moderate).toHaveBeenCalledWith({ spectator: 'cyd' }, 'remove')
  await vi.waitFor(() => expect(screen.queryByText('Cyd')).toBeNull())
  expect(asked).toHaveBeenCalledTimes(2)
})

it('says so when the list can not be loaded', async () => {
  vi.spyOn(api, 'spectators').mockRejectedValue(new Error('no network'))
  await opened()
  expect((await screen.findByRole('alert')).textContent).toBe('The list could not be loaded.')
})
