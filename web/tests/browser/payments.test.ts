/** Every kind of payment, each at a table prepared for it, and refusals. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser, type Visitor } from './browser.ts'
import { Player } from './player.ts'
import type { Prepared } from './setup.ts'

withBrowser()

async function sit(code: string): Promise<{ player: Player; found: Prepared } & Visitor> {
  const visitor = await visit(inject('address'), { token: inject('token') })
  const player = new Player(visitor.page)
  await visitor.page.goto(`/t/${code}`)
  expect(await player.due()).toBe('turn')
  return { player, found: inject('tables')[code], ...visitor }
}

/** An entry of the log. */
const line = (player: Player, words: RegExp) => player.page.getByRole('log').getByRole('button', { name: words }).last()

const owned = async (player: Player, route: number) =>
  expect(await player.route(route).getAttribute('aria-label')).toMatch(/taken by Ada$/)

test('a gray route: the colour is chosen', async () => {
  const { player, found } = await sit('GRAYRT')
  await player.clickRoute(player.route(found.route!))
  const colors = player.dialog.getByRole('radio')
  expect(await colors.count()).toBeGreaterThan(1)
  expect(await player.dialog.getByRole('button', { name: 'Claim' }).isDisabled()).toBe(true)

  // Two clicks: the route, and a colour.
  await player.acted(() => colors.nth(1).click())

  await owned(player, found.route!)
})

test('a ferry takes wilds', async () => {
  const { player, found } = await sit('FERRYY')
  await player.claim(player.route(found.route!))
  await owned(player, found.route!)
  await line(player, /^You claim .* locomotive/).waitFor()
})

test('stand-ins are picked card by card', async () => {
  const { player, found } = await sit('STANDS')
  await player.clickRoute(player.route(found.route!))
  await player.dialog.getByText('stand in for one').waitFor()
  const claim = player.dialog.getByRole('button', { name: 'Claim' })
  expect(await claim.isDisabled()).toBe(true)
  // What is paid and what is still due is said from the first card on.
  await player.dialog.getByText(/^0 of \d+ paid$/).waitFor()
  await player.dialog
    .getByRole('button', { name: /^One more/ })
    .first()
    .click()
  await player.dialog.getByText(/^\d+ of \d+ paid$|paid in full$/).waitFor()
  await player.payWithStandIns()
  await player.dialog.getByText(/paid in full$/).waitFor()

  await player.acted(() => claim.click())

  await owned(player, found.route!)
})

test('a tunnel that costs more is paid', async () => {
  const { player, found } = await sit('TUNPAY')
  await player.claim(player.route(found.route!), found.color)
  expect(await player.due()).toBe('tunnel')

  // There is only one way to pay the top-up: it is selected already.
  await player.acted(() => player.dialog.getByRole('button', { name: 'Pay', exact: true }).click())

  await owned(player, found.route!)
})

test('a tunnel that costs more is left', async () => {
  const { player, found, page } = await sit('TUNREF')
  const hand = page.getByRole('region', { name: /^Your cards/ })
  const before = await hand.getAttribute('aria-label')
  await player.claim(player.route(found.route!), found.color)
  expect(await player.due()).toBe('tunnel')

  await player.acted(() => player.dialog.getByRole('button', { name: 'Take the cards back' }).click())

  expect(await player.due()).toBe('turn')
  expect(await hand.getAttribute('aria-label')).toBe(before)
  expect(await player.route(found.route!).getAttribute('aria-label')).not.toMatch(/taken by/)
})

test('a station is built in a city', async () => {
  const { player, found, page } = await sit('HOUSES')
  // Cities are offered only after a player has chosen to build.
  expect(await player.board.locator('[data-key^=city]').count()).toBe(0)
  expect(await player.claimable.count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: /^Build a station/ }).click()
  // Meanwhile no route is marked.
  await expect.poll(() => player.claimable.count()).toBe(0)
  await player.clickCity(found.city!)
  await player.dialog.getByRole('radio').first().click()

  await player.acted(() => player.dialog.getByRole('button', { name: 'Build' }).click())

  await line(player, /^You build in/).waitFor()
  expect(await page.getByRole('region', { name: /^Ada/ }).getByText('2', { exact: true }).count()).toBeGreaterThan(0)
})

test('a bullet train moves the marker and scores nothing', async () => {
  const { player, found } = await sit('BULLET')
  await player.claim(player.route(found.route!))
  await owned(player, found.route!)
  await line(player, /^You build the bullet train .* marker at \d/).waitFor()
})

test('a subway costs its cards and one piece', async () => {
  const { player, found } = await sit('SUBWAY')
  await player.claim(player.route(found.route!))
  await owned(player, found.route!)
})

test('what may not be done is refused, with the rule', async () => {
  const { player, page } = await sit('KEYBRD')
  const dark = player.board.getByRole('button', { name: /open, you can’t take it now$/ })
  await player.clickRoute(dark.first())
  const note = page.getByRole('status').filter({ hasText: 'The rule' })
  await note.waitFor()
  expect(player.acts.count).toBe(0)

  await note.getByRole('button', { name: 'The rule' }).click()

  // Over the table, at that rule.
  const help = page.getByRole('dialog', { name: 'Help and rules' })
  const rule = help.locator('article.shown')
  await rule.waitFor()
  expect((await rule.innerText()).length).toBeGreaterThan(80)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
})

test('a pile that is flicked onto a route pays for it', async () => {
  const { player, page } = await sit('KEYBRD')
  const piles = page.getByRole('region', { name: /^Your cards/ }).locator('button.pile')
  // A pile that pays for a route by itself.
  let pile = piles.first()
  for (const each of await piles.all()) {
    await each.click()
    pile = each
    if ((await player.claimable.count()) > 0) break
    await each.click()
  }
  const route = player.claimable.first()
  const number = Number((await route.getAttribute('data-key'))!.replace('route-', ''))
  const [x, y] = await player.middleOf(route)
  await pile.click()
  const from = (await pile.boundingBox())!

  // The first move of the pointer is on the board already.
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, y)
  await player.acted(() => page.mouse.up())

  await owned(player, number)
  await page.getByRole('button', { name: 'Undo (Z)' }).click()
  await line(player, /^A move was undone/).waitFor()
})

test('a move is undone', async () => {
  const { player, found, page } = await sit('KEYBRD')
  const before = await player.route(found.route!).getAttribute('aria-label')
  await player.claim(player.route(found.route!))
  await owned(player, found.route!)
  await player.due()

  await page.getByRole('button', { name: 'Undo (Z)' }).click()

  await line(player, /^A move was undone/).waitFor()
  // The line of the move says so too.
  await line(player, /^You claim .*\(undone later\)$/).waitFor()
  expect(await player.due()).toBe('turn')
  expect(await player.route(found.route!).getAttribute('aria-label')).toBe(before)
})

test('before tickets are drawn, it is said whether that can be undone', async () => {
  const { player, page } = await sit('KEYBRD')
  await page.getByRole('button', { name: /^Draw tickets/ }).click()
  // At this table everyone may undo.
  await player.dialog.getByText('You can undo it').waitFor()
  expect(await player.dialog.getByText(/can’t be undone|only if all/).count()).toBe(0)
  await page.keyboard.press('Escape')
})
