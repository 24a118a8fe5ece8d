/** Nearly finished games of the other boards, played to their end. */
import { expect, inject, test } from 'vitest'
import { audit } from './audit.ts'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'
import { checkResult } from './result.ts'

withBrowser()

test.each([
  ['LATEBE', 'with everything moving'],
  ['LATEEU', 'at once'],
  ['LATENC', 'at once'],
  ['LATEJA', 'at once'],
])('table %s is played to its end, %s', async (code, how) => {
  const still = how === 'at once'
  const { page } = await visit(inject('address'), { token: inject('token'), still })
  const player = new Player(page)
  await page.goto(`/t/${code}`)

  expect(await player.play()).toBeGreaterThan(0)
  if (!still) {
    // Tickets, awards and the winner are revealed one by one; a button goes on, another leads to the result at once.
    const counting = page.getByRole('region', { name: 'The final count' })
    await counting.getByRole('status').filter({ hasText: /[✓✕]/ }).waitFor()
    expect(await player.result.count()).toBe(0)
    const winner = counting.locator('[data-stage=winner]')
    while ((await winner.count()) === 0) await counting.getByRole('button', { name: 'Next' }).click()
    await counting.getByRole('button', { name: 'To the result' }).click()
  }

  await checkResult(player)
  await audit(page, 'the end on a desk')
  await page.setViewportSize({ width: 390, height: 844 })
  await checkResult(player)
  await audit(page, 'the end on a phone')
})
