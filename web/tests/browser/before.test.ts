/** Before a game: set-up, joining by a code, and the list of tables of the player. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

test.each([
  ['europe', 1],
  ['nordic', 1],
  ['new_york', 0],
  ['berlin', 0],
  ['japan', 0],
])('hints about tunnels are offered where there are tunnels: %s', async (edition, groups) => {
  const { page } = await visit(inject('address'))
  await page.goto(`/?new=${edition}`)
  await page.getByText('More options').click()
  await page.getByRole('group', { name: 'Undo' }).waitFor()
  expect(await page.getByRole('group', { name: 'Hints' }).count()).toBe(groups)
})

test.each([
  [1440, 900],
  [1024, 768],
  [390, 844],
])('Start covers no option that has the focus, %i × %i', async (width, height) => {
  const { page } = await visit(inject('address'), { width, height })
  await page.goto('/?new=europe')
  await page.getByText('More options').click()
  await page.getByRole('textbox', { name: 'Your name' }).focus()
  await page.evaluate(() => scrollTo(0, 0))
  const covered: string[] = []
  let stops = 0
  for (let name = ''; name !== 'Start'; stops += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      const shown = focused.closest('label') ?? focused
      const bar = document.querySelector('form > .begin')!
      const inside = bar.contains(focused)
      const below = shown.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1
      return { name: shown.innerText.trim() || focused.title || focused.tagName, covered: below && !inside }
    })
    name = found.name
    if (found.covered) covered.push(name)
    expect(stops).toBeLessThan(60)
  }
  expect(stops).toBeGreaterThan(10)
  expect(covered).toEqual([])
})

test('a code asks for the name and takes the seat; the table can be left again', async () => {
  const { page: ada } = await visit(inject('address'))
  await ada.goto('/?new=new_york')
  await ada.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await ada.getByRole('radio', { name: '2', exact: true }).check()
  await ada.getByLabel('Who sits on seat 2').selectOption('A person, by link')
  await ada.getByRole('button', { name: 'Open the table' }).click()
  await ada.getByRole('textbox', { name: 'Link to this table' }).waitFor()
  const code = ada.url().split('/').at(-1)!

  const { page: bob } = await visit(inject('address'))
  await bob.goto('/')
  await bob.getByLabel('Join a table').fill(code.toLowerCase())
  await bob.keyboard.press('Enter')
  await bob.getByRole('textbox', { name: 'Your name' }).fill('Bob')
  await bob.keyboard.press('Enter')
  await bob.getByText('you', { exact: true }).waitFor()
  expect(bob.url()).toContain(`/t/${code}`)
  await ada.getByText('Bob').first().waitFor()
  await ada.getByText('Everyone is here. You may begin.').waitFor()

  await bob.goto('/')
  const row = bob.getByRole('listitem').filter({ hasText: code })
  await row.getByLabel(/^Options for table/).click()
  // Two clicks: the second one confirms.
  await row.getByRole('button', { name: 'Leave' }).click()
  await row.locator('.actions button').first().click()
  await row.waitFor({ state: 'detached' })
})

test('a table of one’s own is hidden and shown, its game resigned, and the table deleted', async () => {
  const { page } = await visit(inject('address'))
  const player = new Player(page)
  await page.goto('/?new=new_york')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.getByRole('button', { name: 'Start' }).click()
  await player.due()
  const code = page.url().split('/').at(-1)!
  await page.goto('/')
  const row = page.getByRole('listitem').filter({ hasText: code })
  const open = () => row.getByLabel(/^Options for table/).click()
  await open()
  await row.getByRole('button', { name: 'Hide from this list' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show hidden tables (1)' }).click()
  await open()
  await row.getByRole('button', { name: 'Show in this list' }).click()

  await row.getByRole('button', { name: 'Resign', exact: true }).click()
  await row.getByRole('button', { name: 'Resign for good?' }).click()
  await row.getByText('Ended early by resignation').waitFor()
  await row.getByRole('button', { name: 'Delete', exact: true }).click()
  await row.getByRole('button', { name: 'Delete for good?' }).click()
  await row.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Tables you sit at will be listed here.').waitFor()
})

test('all of one’s tables are listed, page by page, with date, code and points', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  await page.goto('/')
  const links = page.locator('main li a[href*="/t/"]')
  const codes = Object.keys(inject('tables'))
  expect(codes.length).toBeGreaterThan(12)
  const more = page.getByRole('button', { name: 'More', exact: false }).last()
  await links.first().waitFor()
  while (await more.isVisible()) {
    const before = await links.count()
    await more.click()
    await expect.poll(() => links.count()).toBeGreaterThan(before)
  }
  const listed = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')!.split('/').at(-1)))
  for (const code of codes) expect(listed).toContain(code)
  const ended = page.getByRole('listitem').filter({ has: page.locator('a[href$="ENDFIV"]') })
  const said = await ended.innerText()
  expect(said).toContain('ENDFIV')
  expect(said).toMatch(/2023/)
  // A name and its points for each of five.
  expect(said.match(/\n\d+(?=\n)/g)).toHaveLength(5)
})
