/** What a table agrees on: who begins, shapes, house rules; then a player resigns, and the others end the game. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'

withBrowser()

test('a table is set up, a player resigns, and the others agree to end the game', async () => {
  const { page: ada } = await visit(inject('address'))
  await ada.goto('/?new=new_york')
  await ada.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await ada.getByRole('radio', { name: '3', exact: true }).check()
  for (const seat of [2, 3]) await ada.getByLabel(`Who sits on seat ${seat}`).selectOption('A person, by link')
  await ada.getByRole('button', { name: /^Colour and shape of seat 1/ }).click()
  await ada.getByRole('button', { name: 'star', exact: true }).click()
  await ada.getByText('More options').click()
  await ada.getByRole('radio', { name: 'Ada', exact: true }).check()
  await ada.getByRole('checkbox', { name: /^no flush of the display/ }).check()
  await ada.getByRole('button', { name: 'Open the table' }).click()
  await ada.getByText('House rules: no flush of the display').waitFor()
  await ada.getByText(/^Ada begins · /).waitFor()

  const [{ page: bob }, { page: cid }] = [await visit(inject('address')), await visit(inject('address'))]
  for (const page of [bob, cid]) {
    await page.goto(ada.url())
    // Before anybody sits down: the house rules, and a shape that is taken.
    await page.getByText('House rules: no flush of the display').waitFor()
    await page
      .getByRole('button', { name: /^Colour and shape of seat/ })
      .first()
      .click()
    expect(await page.getByRole('button', { name: 'star, chosen by Ada' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sit here' }).first().click()
    await page.getByText('you', { exact: true }).waitFor()
  }
  await ada.getByRole('button', { name: 'Start' }).click()
  for (const page of [ada, bob, cid]) await page.getByRole('application', { name: /^Board:/ }).waitFor()
  await bob.getByRole('region', { name: 'Ada, star' }).waitFor()

  await cid.getByRole('button', { name: 'End the game early' }).click()
  await cid.getByRole('button', { name: 'Resign' }).click()
  await ada.getByText('has resigned').waitFor({ state: 'attached' })
  // Cid watches now: nothing of the seat is left on the screen.
  await cid.getByText('Your first tickets').waitFor({ state: 'hidden' })

  await ada.getByRole('button', { name: 'End the game early' }).click()
  await ada.getByRole('button', { name: 'Ask to end the game' }).click()
  const asked = bob.getByRole('alertdialog', { name: 'End of the game' })
  await asked.getByRole('button', { name: 'Refuse' }).click()
  await ada.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await ada.getByRole('button', { name: 'End the game early' }).click()
  await ada.getByRole('button', { name: 'Ask to end the game' }).click()
  await asked.getByRole('button', { name: 'Agree' }).click()
  for (const page of [ada, bob, cid]) await page.getByText('Ended early by agreement').first().waitFor()
  // The first tickets were never chosen: they are no longer marked on the board.
  expect(await ada.locator('[role=application] .mark').count()).toBe(0)
})
