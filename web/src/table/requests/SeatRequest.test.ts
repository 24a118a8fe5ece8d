// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveTable } from '../../net/live-table.svelte'
import type { EditionData, SeatRequest as Request, TableInfo } from '../../net/wire'
import { Intent } from '../intent/intent.svelte'
import SeatRequest from './SeatRequest.svelte'

const context: { live?: LiveTable; intent?: Intent } = {}
vi.mock('../context', () => ({ tableContext: () => context }))

const REQUEST: Request = { seat: 2, name: 'Eve', yours: false, agreed: [0], needed: [0, 1] }
let requests: string[]

function at(own: number | null, request: Partial<Request> = {}) {
  const seats = ['Ada', 'Bob', 'Cid'].map((name, seat) => ({ seat, name, yours: seat === own }))
  const live = new LiveTable('BCDFGH')
  live.table = { seats } as TableInfo
  context.live = live
  context.intent = new Intent(live, { routes: [], cities: [] } as unknown as EditionData)
  render(SeatRequest, { request: { ...REQUEST, ...request } })
  return live
}

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return new Response('{}')
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('is answered by a player who was not asked yet', async () => {
  const live = at(1)
  const answer = vi.spyOn(live, 'answer').mockResolvedValue()
  expect(screen.getByRole('alertdialog').textContent).toContain('Eve asks for the seat that Cid has left.')
  await fireEvent.click(screen.getByText('Agree'))
  await fireEvent.click(screen.getByText('Refuse'))
  expect(answer.mock.calls).toEqual([
    ['seat', true],
    ['seat', false],
  ])
})

it('can be withdrawn by the person who asks', async () => {
  at(null, { yours: true })
  expect(screen.getByRole('alertdialog').textContent).toContain('Waiting for Bob to agree.')
  await fireEvent.click(screen.getByText('Withdraw'))
  expect(requests).toEqual(['/api/tables/BCDFGH/leave'])
})

it.each([0, null])('is not shown to others (seat %s)', (own) => {
  at(own)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
