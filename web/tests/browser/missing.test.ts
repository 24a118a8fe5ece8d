/** An address at which nothing is: a page in the visitor's language, which leads home. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { messages, type Language } from './catalogue.ts'

withBrowser()

test.each<Language>(['en', 'pl', 'hu'])('nothing is here: %s', async (language) => {
  const { page, expected } = await visit(inject('address'), { language })
  expected.push(/404.*\/no\/where$/)
  const texts = messages(language)
  const answer = await page.goto('/no/where')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: texts['lobby.not-found'] }).waitFor()
  await page.getByRole('link', { name: texts['lobby.back'] }).click()
  await page.getByRole('link', { name: texts['edition.new_york.name'] }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
