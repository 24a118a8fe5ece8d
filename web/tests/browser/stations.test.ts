/** The end of a game in Europe: the owner of a station changes what it borrows, and everybody's result follows. */
import { expect, inject, test } from 'vitest'
import type { Page } from 'playwright-core'
import { audit } from './audit.ts'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'
import { checkResult } from './result.ts'

withBrowser()

/** Ada has won by a ticket that is complete only with the route that her station borrows. */
const WON = 'STNCFX'
const PATIENCE = { timeout: 20_000 }

/** The totals by the names of the players. */
async function totals(page: Page): Promise<Record<string, number>> {
  const table = new Player(page).result.getByRole('table', { name: 'Points by source and player' })
  const names = await table.getByRole('columnheader').allTextContents()
  const cells = await table
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .allTextContents()
  return Object.fromEntries(names.map((name, at) => [name.trim(), Number(cells[at])]))
}

test('another borrowed route changes the result for everybody, once', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const { page: spectator } = await visit(inject('address'))
  const [player, other] = [new Player(page), new Player(spectator)]
  await page.goto(`/t/${WON}`)
  await spectator.goto(`/t/${WON}`)
  await player.result.getByRole('heading', { name: 'You have won' }).waitFor()
  await other.result.getByRole('heading', { name: /^Ada/ }).waitFor()
  const [before, seen] = [await totals(page), await totals(spectator)]

  const summary = player.result.getByText('What your stations borrow')
  await summary.click()
  expect(await other.result.getByText('What your stations borrow').count()).toBe(0)
  const station = player.result.getByRole('combobox')
  const best = await station.inputValue()
  const routes = await station
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))
  const another = routes.find((route) => route !== best && route !== '')
  expect(another).toBeDefined()
  await station.selectOption(another!)
  await audit(page, 'the choice of stations')
  await player.result.getByRole('button', { name: 'Use these routes' }).click()

  // Without the ticket Ada is second, and the choice can't be made again.
  await summary.waitFor({ state: 'hidden' })
  for (const each of [player, other]) {
    await each.result.getByRole('heading', { name: 'You have won' }).waitFor({ state: 'hidden' })
    await expect.poll(() => each.result.getByRole('heading', { level: 2 }).textContent(), PATIENCE).not.toContain('Ada')
    await checkResult(each)
  }
  const [after, seenAfter] = [await totals(page), await totals(spectator)]
  const [own] = Object.keys(before).filter((name) => before[name] !== after[name])
  expect(after[own]).toBeLessThan(before[own])
  expect({ ...after, [own]: before[own] }).toEqual(before)
  expect(Object.values(seenAfter).toSorted()).toEqual(Object.values(after).toSorted())
  expect(Object.values(seen).toSorted()).toEqual(Object.values(before).toSorted())

  // The choice is kept.
  await page.reload()
  await player.result.waitFor()
  expect(await totals(page)).toEqual(after)
  expect(await player.result.getByText('What your stations borrow').count()).toBe(0)
})
