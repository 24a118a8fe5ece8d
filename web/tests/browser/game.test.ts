/** A whole game, from the home page to the result. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'
import { checkResult } from './result.ts'

withBrowser()

/** A generous limit: the largest board takes two hundred moves. */
const LONG = 600_000
const WHOLE = process.env.KOLEJ_PROVE ? ['New York', 'Berlin', 'Europe', 'Nordic Countries', 'Japan'] : ['New York']

test.each(WHOLE)('a whole game of %s against bots', { timeout: LONG }, async (name) => {
  const { page } = await visit(inject('address'))
  const player = new Player(page)
  await page.goto('/')
  await page.getByRole('link', { name }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  for (const seat of [2, 3]) await page.getByLabel(`Who sits on seat ${seat}`).selectOption('Bot: easy')
  await page.getByText('More options').click()
  await page.getByRole('radio', { name: 'At once' }).check()
  await page.getByRole('button', { name: 'Start' }).click()

  const moves = await player.play()

  expect(moves).toBeGreaterThan(10)
  await checkResult(player)
})
