/** A server under a path prefix: every page, link, request and socket stays below it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'
import { Server } from './server.ts'

withBrowser()

const PREFIX = '/games/kolej'
let folder: string
let server: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kolej-prefix-'))
  server = await Server.start(join(folder, 'data'), ['--prefix', PREFIX])
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a table is opened, played, left and found again', async () => {
  const { page } = await visit(server.address)
  const player = new Player(page)
  const outside: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith(`${PREFIX}/`) && pathname !== PREFIX) outside.push(pathname)
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname))
  const at = () => new URL(page.url()).pathname

  await page.goto(`${PREFIX}/`)
  // Without a page load, and again with one.
  await page.getByRole('link', { name: 'Rules', exact: true }).first().click()
  await page.getByRole('link', { name: 'Europe', exact: true }).first().click()
  await expect.poll(at).toBe(`${PREFIX}/rules/europe`)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${PREFIX}/?new=new_york`)
  await page.getByText('More options').click()
  await page.getByRole('radio', { name: 'At once' }).check()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.poll(at).toMatch(new RegExp(`^${PREFIX}/t/[A-Z]{6,10}$`))
  const code = at().split('/').at(-1)
  expect(await player.play(2)).toBe(2)
  expect(sockets).toContain(`${PREFIX}/api/tables/${code}/live`)
  await page.reload()
  expect(await player.play(1)).toBe(1)
  await page.getByTitle('Home page').click()
  await expect.poll(at).toBe(`${PREFIX}/`)
  // The table is in the list, and its link leads back.
  await page.locator(`a[href="${PREFIX}/t/${code}"]`).first().click()
  await player.due()
  expect(outside).toEqual([])
})
