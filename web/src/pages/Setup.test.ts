// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EditionCard, NewTable, TableInfo } from '../net/wire'
import { preferences } from '../browser/preferences.svelte'
import { loadLanguage } from '../i18n/translate.svelte'
import Home from './Home.svelte'
import Setup from './Setup.svelte'
import { takeStart } from '../net/autostart'

const EUROPE: EditionCard = {
  id: 'europe',
  name: 'Europe',
  box: 'Ticket to Ride: Europe',
  seats: [2, 3, 4, 5],
  minutes: [30, 75],
  cities: 47,
  routes: 101,
  tickets: 46,
  differences: ['Ferries need a wild for every locomotive symbol.'],
  reconstructed: false,
  hints: true,
  note: '',
  house: ['both-doubles', 'no-flush', 'no-longest-path'],
}
const seat = (number: number, more = {}) => ({
  seat: number,
  kind: 'person',
  name: 'Ada',
  yours: false,
  points: null,
  rank: null,
  ...more,
})
const TABLE = {
  code: 'BCDFGH',
  settings: { edition: 'europe' },
  stage: 'playing',
  seats: [seat(0, { yours: true, ticking: true }), seat(1, { name: 'Medium 2', kind: 'bot' })],
} as unknown as TableInfo

const ANSWERS: Record<string, unknown> = {
  '/api/me': { person: 1, name: 'Guest 7', account: false },
  '/api/editions': [EUROPE],
  '/api/levels': ['easy', 'medium', 'hard'].map((name) => ({ name, character: '' })),
  '/api/tables': TABLE,
  '/api/tables/BCDFGH': TABLE,
  '/api/tables?mine=1&limit=12': [TABLE],
  '/api/tables?open=1': [{ ...TABLE, code: 'XZXZXZ', stage: 'gathering', seats: [seat(0), seat(1, { kind: 'free' })] }],
}

let opened: NewTable[]

beforeEach(() => {
  opened = []
  history.replaceState(null, '', '/?new=europe')
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'POST' && path === '/api/tables') opened.push(JSON.parse(String(init.body)) as NewTable)
    return new Response(JSON.stringify(ANSWERS[path]), { status: path in ANSWERS ? 200 : 404 })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('setting a table up', () => {
  it('takes one click: oneself and two bots', async () => {
    render(Setup, { edition: 'europe' })
    await fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
    await vi.waitUntil(() => location.pathname === '/t/BCDFGH')
    expect(opened).toHaveLength(1)
    expect(opened[0]).toMatchObject({
      settings: { edition: 'europe', seats: 3 },
      people: ['Guest 7'],
      bots: { 1: 'medium', 2: 'medium' },
    })
    expect(takeStart('BCDFGH')).toBe(true)
  })

  it('keeps the server’s name of a guest who reads another language', async () => {
    preferences.language = 'pl'
    await loadLanguage('pl')
    onTestFinished(() => {
      preferences.language = 'en'
    })
    render(Setup, { edition: 'europe' })
    expect(await screen.findByDisplayValue('Gość 7')).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Rozpocznij' }))
    await vi.waitUntil(() => takeStart('BCDFGH'))
    expect(opened[0].people).toEqual(['Guest 7'])
  })

  it('may wait for people who come by link', async () => {
    render(Setup, { edition: 'europe' })
    await fireEvent.click(await screen.findByRole('radio', { name: '2' }))
    await fireEvent.change(screen.getByRole('combobox', { name: 'Who sits on seat 2' }), { target: { value: 'link' } })
    await fireEvent.click(screen.getByRole('radio', { name: 'Everyone' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Open the table' }))
    await vi.waitUntil(() => location.pathname === '/t/BCDFGH')
    expect(opened[0]).toMatchObject({
      settings: { seats: 2, open: true, undo: 'agreed', absent: 90 },
      people: ['Guest 7'],
      bots: {},
    })
    expect(takeStart('BCDFGH')).toBe(false)
  })

  it('says what is missing, and asks the server for nothing', async () => {
    render(Setup, { edition: 'europe' })
    const picker = await screen.findByRole('combobox', { name: 'Who sits on seat 2' })
    await fireEvent.change(picker, { target: { value: 'shared' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Start' }))
    expect((await screen.findByRole('alert')).textContent).toContain('a name')
    expect(opened).toEqual([])
  })
})

describe('the first page', () => {
  it('has boards, one’s own tables and whose turn it is, and tables to join', async () => {
    render(Home)
    const tile = await screen.findByRole('link', { name: /Tunnels, ferries and stations/ })
    expect(tile.getAttribute('href')).toBe('/?new=europe')
    expect((await screen.findByText('Your turn')).closest('a')!.getAttribute('href')).toBe('/t/BCDFGH')
    expect((await screen.findByText('1 seat free')).closest('a')!.getAttribute('href')).toBe('/t/XZXZXZ')
  })

  it('leads to a table by its code', async () => {
    render(Home)
    await fireEvent.input(screen.getByLabelText('Join a table'), { target: { value: 'bcdfg' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Join' }))
    expect(await screen.findByText(/A code has six to ten letters/)).toBeTruthy()
    await fireEvent.input(screen.getByLabelText('Join a table'), { target: { value: 'bcdfgh' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Join' }))
    await vi.waitUntil(() => location.pathname === '/t/BCDFGH')
  })

  it('asks for the name, and takes a free seat', async () => {
    const sat = vi.fn()
    const gathering = { ...TABLE, stage: 'gathering', seats: [seat(0), seat(1, { kind: 'free' })] }
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (init.method === 'POST') sat(path, JSON.parse(String(init.body)))
      return new Response(JSON.stringify(path === '/api/tables/XZXZXZ' ? gathering : (ANSWERS[path] ?? gathering)))
    })
    render(Home)
    await screen.findByText('1 seat free')
    await fireEvent.input(screen.getByLabelText('Join a table'), { target: { value: 'xzxzxz' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Join' }))
    await fireEvent.input(await screen.findByLabelText('Your name'), { target: { value: 'Zoe' } })
    await fireEvent.click(screen.getByRole('button', { name: 'Sit here' }))
    await vi.waitUntil(() => location.pathname === '/t/XZXZXZ')
    expect(sat.mock.calls.map(([path]) => path)).toEqual(['/api/me', '/api/tables/XZXZXZ/join'])
    expect(sat.mock.calls[0][1]).toEqual({ name: 'Zoe' })
  })
})
