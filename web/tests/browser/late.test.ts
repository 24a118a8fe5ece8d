/** Games of every other board that are nearly over, played to their end. */
import { expect, inject, test } from 'vitest'
import { audit } from './audit.ts'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'
import { checkResult } from './result.ts'

withBrowser()

test.each(['LATEBE', 'LATEEU', 'LATENO', 'LATEJA'])('table %s is played to its end', async (code) => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto(`/t/${code}`)

  expect(await player.play()).toBeGreaterThan(0)

  await checkResult(player)
  await audit(page, 'the end on a desk')
  await page.setViewportSize({ width: 390, height: 844 })
  await checkResult(player)
  await audit(page, 'the end on a phone')
})
