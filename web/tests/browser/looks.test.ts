/** Pages on a desktop, on a tablet and on a phone, in both themes. */
import { expect, inject, test } from 'vitest'
import { audit, calm } from './audit.ts'
import { visit, withBrowser, type How } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

const WAYS: [string, How][] = [
  ['a desk by day', { width: 1440, height: 900 }],
  ['a desk by night', { width: 1440, height: 900, dark: true }],
  ['a tablet by day', { width: 1024, height: 768 }],
  ['a phone by day', { width: 390, height: 844, touch: true }],
  ['a phone by night', { width: 390, height: 844, touch: true, dark: true }],
]

test.each(WAYS)('first page, set-up and table: %s', async (_, how) => {
  const { page } = await visit(inject('address'), { ...how, token: inject('token') })
  const player = new Player(page)
  await page.goto('/')
  await page.getByRole('region', { name: 'My tables' }).getByRole('link').first().waitFor()
  await calm(page, 'first page')
  await audit(page, 'first page')
  await page.goto('/?new=europe')
  await page.getByRole('button', { name: 'Start' }).waitFor()
  await calm(page, 'set-up')
  await audit(page, 'set-up')
  await page.goto('/t/LOOKAT')
  expect(await player.due()).toBe('turn')
  await calm(page, 'table')
  await audit(page, 'table')
})

test('figures are equally wide where numbers stand below each other', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  await page.goto('/t/LOOKAT')
  await new Player(page).due()
  const points = page.getByRole('region', { name: 'Your tickets' }).locator('.points').first()
  const widths = await points.evaluate((each) => {
    const line = document.createElement('span')
    each.append(line)
    return ['1111', '0000'].map((text) => {
      line.textContent = text
      return line.getBoundingClientRect().width
    })
  })
  expect(widths[0]).toBeGreaterThan(10)
  expect(widths[0]).toBe(widths[1])
})
