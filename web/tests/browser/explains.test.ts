/** The table explains itself: tips about routes, the legend, the rules and the settings. Nobody acts at these tables. */
import type { Locator } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { audit } from './audit.ts'
import { visit, withBrowser, type How } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

async function sit(code: string, how: How = {}) {
  const { page, context } = await visit(inject('address'), { ...how, token: inject('token') })
  const player = new Player(page)
  await page.goto(`/t/${code}`)
  expect(await player.due()).toBe('turn')
  return { page, context, player, found: inject('tables')[code] }
}

/** What a tip says about the subway that can be claimed: its length, its points and its price. */
async function checkTip(tip: Locator): Promise<void> {
  await tip.waitFor()
  expect(await tip.innerText()).toMatch(/\d cards, .*subway.*\n\d points?, takes 1 subway\nYou pay: \d/s)
}

test('a route under a resting mouse says what it is, what it scores and what it costs', async () => {
  const { page, player, found } = await sit('SAYSUB')
  const tip = page.getByRole('tooltip')
  await page.mouse.move(...(await player.middleOf(player.route(found.route!))))
  await checkTip(tip)
  await page.mouse.move(2, 2)
  await tip.waitFor({ state: 'detached' })
})

test('so does a route that is pressed for long', async () => {
  const { page, context, player, found } = await sit('SAYSUB', { width: 390, height: 844, touch: true })
  await page.getByRole('button', { name: 'Whole board' }).tap()
  const [x, y] = await player.middleOf(player.route(found.route!))
  const screen = await context.newCDPSession(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await checkTip(page.getByRole('tooltip'))
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  // It was no tap: nothing is asked.
  expect(await player.dialog.count()).toBe(0)
})

/** The rows of a table as text. */
const rowsOf = (table: Locator) =>
  table
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' ')))

test('the legends of Berlin and Japan have the numbers of the rulebook', async () => {
  const { page } = await visit(inject('address'))
  await page.goto('/rules/berlin')
  const legend = page.locator('.legend')
  await legend.waitFor()
  expect(await rowsOf(legend.getByRole('table').nth(0))).toEqual(['length 1 2 3 4', 'points 1 2 4 7'])
  expect(await rowsOf(legend.getByRole('table').nth(1))).toEqual(['cards 2 3 4', 'points 1 3 5'])
  await legend.getByText('a player has at most 1 piece left at the end of a turn, all kinds').waitFor()

  await page.goto('/rules/japan')
  await legend.getByText('There must also be at most 2 bullet trains left in the shared pool.').waitFor()
  expect(await rowsOf(legend.getByRole('table').nth(0))).toEqual(['length 1 2 3 4 5 6', 'points 1 2 4 7 10 15'])
  expect(await rowsOf(legend.getByRole('table').nth(1))).toEqual([
    'rank 2 players 3 players 4 players 5 players',
    '1 +10 +15 +20 +25',
    '2 −10 +5 +10 +15',
    '3  −10 0 +5',
    '4   −10 −5',
    '5    −10',
    'never moved −20 −20 −20 −20',
  ])
})

test('the help and a linked rule can be read by everybody, at a desk and on a phone', async () => {
  const { page } = await sit('SAYSUB')
  await page.getByRole('button', { name: /^Help and rules/ }).click()
  const help = page.getByRole('dialog', { name: /^Help and rules/ })
  const desk = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  for (const [tab, words] of [
    ['At a glance', 'Points for a route'],
    ['Rules', 'The deal'],
    ['Keys', 'Ctrl+Z'],
  ]) {
    await help.getByRole('tab', { name: tab }).click()
    await help.getByText(words).first().waitFor()
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      await audit(page, `help at ${size.width}: ${tab}`)
    }
  }
  await page.goto('/rules/europe#tunnel.reveal')
  const rule = page.locator('article.shown')
  await rule.waitFor()
  expect(await rule.getAttribute('id')).toBe('tunnel.reveal')
  await expect.poll(async () => (await rule.boundingBox())!.y).toBeLessThan(phone.height)
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    await audit(page, `a linked rule at ${size.width}`)
  }
})

test('no link of the rules leaves the game', async () => {
  const { page, context } = await sit('SAYSUB')
  const here = page.url()
  await page.getByRole('button', { name: /^Help and rules/ }).click()
  const help = page.getByRole('dialog', { name: /^Help and rules/ })
  await help.getByRole('tab', { name: 'Rules' }).click()
  // Berlin has no longest path; the rule about the winner names it.
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    help.locator('a[href$="#path.longest"]').last().click(),
  ])
  await other.locator('article.shown').waitFor()
  expect(other.url()).toContain('/rules#path.longest')
  expect(page.url()).toBe(here)
})

test('language and theme are changed at the table', async () => {
  const { page } = await sit('SAYSUB')
  await page.getByRole('button', { name: 'Settings' }).click()
  const paper = () => page.evaluate(() => getComputedStyle(document.querySelector('dialog')!).backgroundColor)
  const light = await paper()
  await page.getByLabel('Light or dark').selectOption({ label: 'Dark' })
  await expect.poll(paper).not.toBe(light)
  await page.getByLabel('Language').selectOption({ label: 'Polski' })
  await page.getByRole('heading', { name: 'Ustawienia' }).waitFor()
  await page.reload()
  const polish = new Player(page, 'pl')
  expect(await polish.due()).toBe('turn')
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme])).toEqual([
    'pl',
    'dark',
  ])
})
