/** The end of a game of five: every width, the recount, the replay, the picture and the rematch. */
import { readFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { audit } from './audit.ts'
import { visit, withBrowser } from './browser.ts'
import { messages, type Language } from './catalogue.ts'
import { Player } from './player.ts'
import { checkResult } from './result.ts'

withBrowser()

const FIVE = 'ENDFIV'
const PATIENCE = { timeout: 20_000 }
const number = (text: string | null) => Number((text ?? '').replace('−', '-').replace('+', ''))
const texts = (all: Locator) => all.evaluateAll((found) => found.map((each) => each.textContent?.trim() ?? ''))

test('no column of five players is hidden at any width, the winner’s least of all', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto(`/t/${FIVE}`)
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height })
    await checkResult(player)
    for (const tab of ['Statistics', 'Result']) {
      await player.result.getByRole('tab', { name: tab }).click()
      const columns = player.result.getByRole('columnheader')
      expect(await columns.count()).toBe(5)
      const cells = await player.result.locator('table :is(th, td)').evaluateAll((all) =>
        all.map((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          const panel = cell.closest('section')!.getBoundingClientRect()
          return left >= panel.left && right <= panel.right && cell.scrollWidth <= cell.clientWidth + 1
        }),
      )
      expect(cells.filter((shown) => !shown).length, `cells cut at ${width}`).toBe(0)
    }
    // The winner is the first of the columns.
    expect((await texts(player.result.getByRole('row', { name: /^Place/ }).getByRole('cell')))[0]).toBe('1')
  }
  await audit(page, 'the end of five on a phone')
})

test.each<Language>(['en', 'pl', 'hu'])('no word of a heading is broken: %s', async (language) => {
  const { page } = await visit(inject('address'), { token: inject('token'), language })
  const { result, says } = { result: new Player(page, language).result, says: messages(language) }
  for (const [code, width, height] of [
    [FIVE, 1024, 768],
    [FIVE, 390, 844],
    // Three players: larger letters.
    ['SAYENL', 390, 844],
    ['SAYENL', 1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    if (!page.url().endsWith(code)) await page.goto(`/t/${code}`)
    for (const part of ['stats', 'result']) {
      await result.getByRole('tab', { name: says[`end.part.${part}`], exact: true }).click()
      const headings = result.locator('th[scope=row]')
      await headings.nth(5).waitFor()
      const broken = await headings.evaluateAll((all) =>
        all.flatMap((heading) => {
          const text = heading.firstChild as Text
          return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            return range.getClientRects().length > 1 ? [word] : []
          })
        }),
      )
      expect(broken, `${part} of ${code} at ${width}`).toEqual([])
    }
  }
})

test('the recount adds up to the result, for every player', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const { result } = new Player(page)
  await page.goto(`/t/${FIVE}`)
  await result.getByRole('tab', { name: 'Recount' }).click()
  const players = result.getByRole('group', { name: 'Whose points' }).getByRole('button')
  expect(await players.count()).toBe(5)
  const totals: number[] = []
  for (const player of await players.all()) {
    await player.click()
    let total = 0
    for (const part of await result.locator('section').all()) {
      const lines = (await texts(part.locator('.points'))).map(number)
      const sum = number(await part.locator('[data-sum]').textContent())
      expect(lines.reduce((all, line) => all + line, 0)).toBe(sum)
      total += sum
    }
    expect(number(await result.locator('[data-sum=total]').textContent())).toBe(total)
    totals.push(total)
  }
  await result.getByRole('tab', { name: 'Result' }).click()
  const shown = await texts(result.getByRole('row', { name: /^Total/ }).getByRole('cell'))
  expect(shown.map(number).toSorted()).toEqual(totals.toSorted())
  await result.getByRole('tab', { name: 'Recount' }).click()
  await audit(page, 'the recount')
})

test('a moment has an address, shows the tickets it had then, and plays on', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const { result } = new Player(page)
  await page.goto(`/t/${FIVE}?step=12`)
  const bar = page.getByRole('group', { name: 'Replay' })
  await bar.waitFor()
  expect(await result.count()).toBe(0)
  const tickets = page.getByRole('region', { name: 'Your tickets' })
  await tickets.getByText(/^0 of \d/).waitFor()
  // The board is below the bar, not behind it.
  const top = async (what: Locator) => (await what.boundingBox())!
  const [above, board] = [await top(bar), await top(page.getByRole('application'))]
  expect(board.y).toBeGreaterThanOrEqual(above.y + above.height - 1)

  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.url(), PATIENCE).toContain('step=13')
  await bar.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => page.url(), PATIENCE).toContain('step=15')
  await bar.getByRole('button', { name: 'Pause' }).click()

  // After the game every seat is open; its tickets are those of that seat.
  const own = await texts(tickets.getByRole('listitem'))
  await bar.getByRole('combobox', { name: 'Whose view' }).selectOption({ index: 2 })
  await expect.poll(() => page.url(), PATIENCE).toContain('seat=2')
  await expect.poll(() => texts(tickets.getByRole('listitem')), PATIENCE).not.toEqual(own)
  await audit(page, 'a replay')
  await bar.getByRole('button', { name: 'To the result' }).click()
  await result.waitFor()
  expect(page.url()).not.toContain('step')
})

test('the game is downloaded, the board saved as a picture, and a rematch against bots begins at once', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto(`/t/${FIVE}`)
  const [game] = await Promise.all([
    page.waitForEvent('download'),
    player.result.getByRole('link', { name: 'Game file' }).click(),
  ])
  expect(game.suggestedFilename()).toBe(`${FIVE}.kolej`)
  expect(await readFile((await game.path())!, 'utf8')).toMatch(/^kolej game \d/)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    player.result.getByRole('button', { name: 'Picture' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`${FIVE}.png`)
  // The ground, and on it the pieces of every player.
  const bytes = await readFile((await saved.path())!, 'base64')
  const found = await page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (each) => each.charCodeAt(0))]))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const counts = new Map<string, number>()
    for (let at = 0; at < data.length; at += 4) {
      const color = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`
      counts.set(color, (counts.get(color) ?? 0) + 1)
    }
    const painted = [...document.querySelectorAll('[role=application] :is(.ground-land, .body[fill*=player])')]
    return [...new Set(painted.map((each) => getComputedStyle(each).fill))].map((color) => counts.get(color) ?? 0)
  }, bytes)
  expect(found).toHaveLength(6)
  expect(Math.min(...found)).toBeGreaterThan(500)
  await player.result.getByRole('button', { name: 'Rematch' }).click()
  await expect.poll(() => page.url(), PATIENCE).not.toContain(FIVE)
  expect(await player.due()).toBe('tickets')
})
