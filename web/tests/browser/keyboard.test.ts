/** Turns without a mouse. */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

/** The focused element, as a screen reader would read it. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

async function tabTo(page: Page, words: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (words.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never comes to ${words}; it is at ${await focused(page)}`)
}

test('a route is claimed and cards are drawn by keys alone', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto('/t/KEYBOA')
  expect(await player.due()).toBe('turn')

  // Into the board, to a route that can be claimed, and along the routes by arrows until another one is found.
  await tabTo(page, /^Board:/)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(/open, you can take it$/)
  const answer = player.acts.next()
  await page.keyboard.press('Enter')
  await Promise.race([answer, player.dialog.waitFor()])
  if (player.acts.count === 0) {
    await tabTo(page, /^\d+ ×/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Claim$/)
    await page.keyboard.press('Enter')
  }
  expect(await answer).toMatchObject({ type: 'ok' })

  // From the next turn on: a card of the display by its number, one from the deck by the Tab key.
  expect(await player.due()).toBe('turn')
  await player.acted(() => page.keyboard.press('0'))
  if ((await player.due()) === 'second') {
    await tabTo(page, /^Draw a card from the deck/)
    await player.acted(() => page.keyboard.press('Enter'))
  }
  await player.due()
})

test('arrow keys walk from route to route, and Escape leads back to the board', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto('/t/KEYBOA')
  await player.due()
  await tabTo(page, /^Board:/)
  await page.keyboard.press('Tab')
  const seen = new Set<string>()
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'PageDown', 'Home', 'End']) {
    await page.keyboard.press(key)
    seen.add(await focused(page))
  }
  expect(seen.size).toBeGreaterThan(4)
  await page.keyboard.press('Escape')
  expect(await focused(page)).toMatch(/^Board:/)
})
