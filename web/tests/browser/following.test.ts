/** What the board shows of a game besides its spaces: networks, what can be paid, what others did, completed tickets. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

/** A player at a table, once a decision is due. */
async function at(code: string): Promise<Player> {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto(`/t/${code}`)
  expect(await player.due()).toBe('turn')
  return player
}

test('a panel that is pointed at lights the network of its player, and nothing else', async () => {
  const { page, board } = await at('FULLNC')
  const panel = page.getByRole('region', { name: /^Lola/ })
  const fill = await panel.evaluate((each: HTMLElement) => each.style.getPropertyValue('--player'))
  const own = await board.locator(`.below .route .body[fill="${fill}"]`).count()
  expect(own).toBeGreaterThan(5)
  await panel.hover()
  await expect.poll(() => board.locator('.lit .body').count()).toBe(own)
  expect(await board.locator(`.lit .body[fill="${fill}"]`).count()).toBe(own)
  await expect
    .poll(() => board.locator('.below').evaluate((each) => Number(getComputedStyle(each).opacity)))
    .toBeLessThan(0.5)
  await page.mouse.move(720, 20)
  await expect.poll(() => board.locator('.lit').count()).toBe(0)
})

test('while a pile is chosen, routes that can’t be paid step back', async () => {
  const { page, board } = await at('KEYBRD')
  const opacities = (kind: string) =>
    board
      .locator(`.below .route${kind}`)
      .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).opacity))])
  expect(await opacities('')).toEqual(['1'])
  const piles = page.getByRole('region', { name: /^Your cards/ }).getByRole('button')
  await piles
    .filter({ has: page.locator('.pile, svg') })
    .first()
    .click()
  await expect.poll(() => opacities('.back')).toEqual(['0.3'])
  expect(await opacities(':not(.back)')).toEqual(['1'])
})

test('a route that another player has claimed has a band around it, and its line in the log is marked', async () => {
  const player = await at('FULLEU')
  const { page, board } = player
  const news = page.locator('button.news')
  // Nobody claims in every turn.
  for (let turn = 0; turn < 4 && (await news.count()) === 0; turn += 1) {
    await player.drawCard()
    expect(await player.due()).toBe('second')
    await player.drawCard()
    expect(await player.due()).toBe('turn')
  }
  expect(await news.count()).toBeGreaterThan(0)
  expect(await board.locator('.below .fresh .glow').count()).toBe(await news.count())
  await expect(page.locator('button.news').first().textContent()).resolves.toMatch(/claim/)
})

test('a ticket that has just been completed lights its path', async () => {
  const { route } = inject('tables').DONETK
  const player = await at('DONETK')
  await player.claim(player.route(route!))
  const { page, board } = player
  await board.locator('.lit .body').first().waitFor()
  expect(await page.getByRole('status').filter({ hasText: '✓' }).count()).toBe(1)
  expect(await board.locator('.lit .body').count()).toBeGreaterThan(0)
})

test('pieces are larger than their spaces, and a route has one symbol', async () => {
  const { board } = await at('FULLNC')
  const seen = await board.locator('.below .route').evaluateAll((routes) => {
    const box = (path: Element) => (path as SVGGraphicsElement).getBBox()
    const faces = (route: Element) => [...route.querySelectorAll('.face')].map(box)
    const smaller = routes.filter((route) => {
      const spaces = faces(route)
      return [...route.querySelectorAll('.rim')]
        .map(box)
        .some(({ width, height }, n) => width <= spaces[n].width || height <= spaces[n].height)
    })
    return {
      taken: routes.filter((route) => route.querySelector('.body')).length,
      smaller: smaller.map((route) => route.getAttribute('aria-label')),
      symbols: [...new Set(routes.map((route) => route.querySelectorAll('.symbol').length))].sort(),
    }
  })
  expect(seen.taken).toBeGreaterThan(20)
  // None where pieces stand, on gray routes and on closed ones.
  expect(seen).toEqual({ taken: seen.taken, smaller: [], symbols: [0, 1] })
})
