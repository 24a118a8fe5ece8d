// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { preferences } from '../../browser/preferences.svelte'
import { loadLanguage } from '../../i18n/translate.svelte'
import { LiveTable } from '../../net/live-table.svelte'
import type { NewSettings, TableInfo } from '../../net/wire'
import { catalogue } from '../catalogue.svelte'
import WaitingRoom from './WaitingRoom.svelte'

const seat = (number: number, kind: string, name = '', more = {}) => ({
  ...{ seat: number, kind, name, yours: false, online: true, absent: false, level: null, clock: null, ticking: false },
  ...more,
})
const TABLE = {
  ...{ code: 'BCDFGH', status: 'open', stage: 'gathering', version: 4, host: true, created: 0, subscribers: 0 },
  seats: [
    seat(0, 'person', 'Ada', { yours: true }),
    seat(1, 'bot', 'Easy 2', { level: 'easy' }),
    seat(2, 'free'),
    seat(3, 'person', 'Bo'),
  ],
  settings: {
    ...{ edition: 'europe', seats: 4, open: false, undo: 'agreed', pace: 1200, hints: false, clock: null, absent: 90 },
    ...{ first: null, hot_seat: false },
  },
  rematch: null,
} as unknown as TableInfo

let settled: NewSettings[]
let refusal: object | null

beforeEach(async () => {
  settled = []
  refusal = null
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/settings')) {
      const wanted = JSON.parse(String(init.body)) as NewSettings
      settled.push(wanted)
      if (refusal) return new Response(JSON.stringify(refusal), { status: 409 })
      return new Response(JSON.stringify({ ...TABLE, settings: { ...TABLE.settings, ...wanted.settings } }))
    }
    if (path === '/api/editions')
      return new Response(JSON.stringify([{ id: 'europe', name: 'Europe', seats: [2, 3, 4, 5] }]))
    return new Response(
      JSON.stringify(['easy', 'hard'].map((name) => ({ name, character: '', seconds: name === 'hard' ? 3.2 : 0.1 }))),
    )
  })
  await catalogue.load()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function waiting(more: Partial<TableInfo> = {}) {
  const live = new LiveTable('BCDFGH', { base: 'ws://127.0.0.1:1' })
  render(WaitingRoom, { live, table: { ...TABLE, ...more } })
  return live
}

it('lets the host change the table, one thing at a time', async () => {
  const live = waiting()
  await fireEvent.click(screen.getByRole('radio', { name: 'Everyone' }))
  await vi.waitUntil(() => live.table?.settings.open)
  await fireEvent.click(screen.getByRole('radio', { name: 'Fast' }))
  await fireEvent.click(
    within(screen.getByRole('group', { name: 'Number of seats' })).getByRole('radio', { name: '5' }),
  )
  await fireEvent.change(screen.getByRole('combobox', { name: 'Level of the bot on seat 2' }), {
    target: { value: 'hard' },
  })
  await vi.waitUntil(() => settled.length === 4)
  expect(settled.map(({ id: _, ...rest }) => rest)).toEqual([
    { settings: { open: true } },
    { settings: { clock: { bank: 300, more: 10 } } },
    { settings: { seats: 5 } },
    { bots: { 1: 'hard' } },
  ])
  expect(new Set(settled.map(({ id }) => id)).size).toBe(4)
})

it('names who would lose a seat, and shows the table as it is', async () => {
  waiting()
  refusal = { code: 'seats-occupied', reason: 'Bo would lose a seat', rule: null, params: { names: 'Bo' } }
  const sizes = () => within(screen.getByRole('group', { name: 'Number of seats' }))
  await fireEvent.click(sizes().getByRole('radio', { name: '3' }))
  expect((await screen.findByText('Bo would lose a seat. Free it first.')).getAttribute('role')).toBe('alert')
  expect((sizes().getByRole('radio', { name: '4' }) as HTMLInputElement).checked).toBe(true)
})

it.each([true, false])('says how long a bot thinks, if that is noticed (host: %s)', (host) => {
  const bots = ['easy', 'hard'].map((level, at) => seat(at, 'bot', `Bot ${at}`, { level }))
  waiting({ host, seats: bots as never })
  expect(screen.getAllByText(/Thinks for/).map((each) => each.textContent)).toEqual([
    host ? 'Thinks for up to 3 s at every decision.' : 'hard · Thinks for up to 3 s at every decision.',
  ])
})

it('names guests in the reader’s language', async () => {
  preferences.language = 'pl'
  await loadLanguage('pl')
  onTestFinished(() => {
    preferences.language = 'en'
  })
  const guests = ['Guest 7', 'Guest 7 2'].map((name, at) =>
    seat(at, 'person', name, { shape: 'star', shape_chosen: true }),
  )
  waiting({ seats: guests as never, settings: { ...TABLE.settings, first: 1 } })
  await fireEvent.click(screen.getByText(/opcj/i))
  expect(document.body.innerHTML).toContain('Gość 7 2')
  expect(document.body.innerHTML).not.toContain('Guest')
})

it('lets nobody else change it, and nobody once cards are dealt', () => {
  waiting({ host: false })
  expect(screen.queryByText('Change the table')).toBeNull()
  cleanup()
  waiting({ stage: 'dealing' })
  expect(screen.queryByText('Change the table')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Level of the bot on seat 2' })).toBeNull()
})
