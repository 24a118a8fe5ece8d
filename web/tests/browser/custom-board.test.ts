/** A custom board: from `kolej new-board` to a game in the browser. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'
import { checkResult } from './result.ts'
import { KOLEJ, Server } from './server.ts'

withBrowser()

let folder: string
let server: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kolej-board-'))
  await promisify(execFile)(KOLEJ, ['new-board', 'ridge', '--into', folder])
  server = await Server.start(join(folder, 'data'), ['--board', join(folder, 'ridge')])
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([false, true])('a whole game on a board of a folder, dark: %s', { timeout: 300_000 }, async (dark) => {
  const { page } = await visit(server.address, { dark })
  const player = new Player(page)
  await page.goto('/')
  const tile = page.getByRole('link', { name: 'Ridge' })
  const picture = tile.locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
    .toBeGreaterThan(0)
  await tile.click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.getByText('More options').click()
  await page.getByRole('radio', { name: 'At once' }).check()
  await page.getByRole('button', { name: 'Start' }).click()
  await player.due()

  // Land in the sea, and every city of the board file.
  const sea = player.board.locator('.ground-sea')
  const { width, height } = (await player.board.locator('.once canvas').boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThan(200)
  expect(await sea.evaluate((path) => getComputedStyle(path).fill)).not.toBe('none')
  for (const name of ['Lighthouse', 'Harbour', 'Mill', 'Quarry'])
    await expect.poll(() => player.board.getByText(name, { exact: true }).count()).toBeGreaterThan(0)
  if (process.env.KOLEJ_PICTURES) await page.screenshot({ path: `${process.env.KOLEJ_PICTURES}-${dark}.png` })

  // One whole game is enough; the other colour scheme plays the beginning.
  const moves = await player.play(dark ? 4 : Infinity)
  expect(moves).toBeGreaterThan(3)
  if (!dark) await checkResult(player)
})
