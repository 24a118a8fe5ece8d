// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { LiveTable } from '../../net/live-table.svelte'
import type { EditionData, EndRequest as Request, TableInfo } from '../../net/wire'
import { Intent } from '../intent/intent.svelte'
import EndRequest from './EndRequest.svelte'

const context: { live?: LiveTable; intent?: Intent; edition?: EditionData } = {}
vi.mock('../context', () => ({ tableContext: () => context }))

const REQUEST: Request = { seat: 0, agreed: [1], needed: [1, 2] }

function at(own: number | null) {
  const seats = ['Ada', 'Bob', 'Cid'].map((name, seat) => ({ seat, name, yours: seat === own }))
  const live = new LiveTable('BCDFGH')
  live.table = { seats } as TableInfo
  live.players = seats.map(({ name }) => name)
  const edition = { routes: [], cities: [] } as unknown as EditionData
  Object.assign(context, { live, edition, intent: new Intent(live, edition) })
  render(EndRequest, { request: REQUEST })
  return vi.spyOn(live, 'answer').mockResolvedValue()
}

afterEach(cleanup)

it('is answered by a player who was not asked yet', async () => {
  const answer = at(2)
  expect(screen.getByRole('alertdialog').textContent).toMatch(/Ada.*asks to end the game/s)
  await fireEvent.click(screen.getByText('Agree'))
  await fireEvent.click(screen.getByText('Refuse'))
  expect(answer.mock.calls).toEqual([
    ['end', true],
    ['end', false],
  ])
})

it('is withdrawn by the player who asked', async () => {
  const answer = at(0)
  expect(screen.getByRole('alertdialog').textContent).toContain('Cid')
  await fireEvent.click(screen.getByText('Withdraw'))
  expect(answer.mock.calls).toEqual([['end', false]])
})

it.each([1, null])('only says whom it waits for to others (seat %s)', (own) => {
  at(own)
  expect(screen.getByRole('alertdialog').textContent).toContain('Cid')
  expect(screen.queryByRole('button')).toBeNull()
})
