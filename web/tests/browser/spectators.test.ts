/** The host sees who watches, mutes one of them and removes them. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'

withBrowser()

test('the host mutes and removes a spectator', async () => {
  const { page: ada } = await visit(inject('address'))
  await ada.goto('/?new=new_york')
  await ada.getByRole('button', { name: 'Start' }).click()
  await ada.getByRole('application', { name: /^Board:/ }).waitFor()
  await ada.getByRole('checkbox').first().check()
  await ada.getByRole('button', { name: /^Keep/ }).click()
  const spectators = ada.locator('details', { hasText: 'Spectators' })
  await spectators.locator('summary').click()
  await spectators.getByText('Nobody is watching').waitFor()

  const { page: eve } = await visit(inject('address'))
  await eve.goto(ada.url())
  await eve.getByRole('application', { name: /^Board:/ }).waitFor()
  const row = spectators.getByRole('listitem')
  await row.getByRole('button', { name: 'Mute' }).click()
  await row.getByText('muted').waitFor()
  await eve.getByRole('textbox', { name: 'Message to everyone' }).fill('hello')
  await eve.keyboard.press('Enter')
  await eve.getByText('The host has muted you at this table.').first().waitFor()

  await row.getByRole('button', { name: 'Remove' }).click()
  await row.getByText('removed').waitFor()
  await eve.getByText('The host has removed you from this table.').first().waitFor()
  expect(await row.getByRole('button').allTextContents()).toEqual(['Allow again'])
})
