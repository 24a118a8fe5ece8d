/** Two people at one screen: before it is handed over, nothing of the other player is on the page. */
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

test('the screen is handed over with nothing on it', async () => {
  const { page } = await visit(inject('address'))
  const player = new Player(page)
  await page.goto('/?new=new_york')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await page.getByLabel('Who sits on seat 2').selectOption('Shares my screen')
  await page.getByRole('textbox', { name: 'Their name' }).fill('Bob')
  await page.getByRole('button', { name: 'Start' }).click()

  /** The tickets that each was offered; the other player must never see them. */
  const secrets = new Map<string, string[]>()
  const ready = page.getByRole('button', { name: /^I am (Ada|Bob)$/ })
  const over = page.getByRole('button', { name: /^Hand over to/ })
  const whole = () => page.evaluate(() => document.documentElement.outerHTML)
  let name = ''
  let handed = 0
  let waited = false

  while (handed < 5) {
    await ready.or(over).or(player.mine).first().waitFor()
    if (await over.isVisible()) {
      const blind = page.getByRole('log').getByRole('button', { name: /^You draw .* from the deck/ })
      if (!waited && (await blind.count()) > 0) {
        // The card that was drawn blind stays on the screen until the player hands it over.
        await page.waitForTimeout(4000)
        expect(await over.isVisible()).toBe(true)
        expect(await blind.count()).toBeGreaterThan(0)
        waited = true
      }
      await over.click()
    } else if (await ready.isVisible()) {
      // Covered: no cards, no tickets, no log, no board; not in an attribute either.
      const covered = await whole()
      expect(covered).not.toMatch(/Your cards|Your tickets|role="log"|role="application"/)
      for (const words of [...secrets.values()].flat()) expect(covered).not.toContain(words)
      name = (await ready.innerText()).replace('I am ', '')
      handed += 1
      await ready.click()
      // The other player's view is requested first; until it has arrived, the button is still there.
      await ready.waitFor({ state: 'hidden' })
    } else {
      const shown = await whole()
      for (const [whose, theirs] of secrets)
        for (const words of theirs) if (whose !== name) expect(shown).not.toContain(words)
      const due = await player.due()
      if (due === 'tickets') {
        const offered = player.dialog.getByRole('checkbox')
        secrets.set(name, await offered.evaluateAll((all) => all.map((each) => each.ariaLabel!)))
      }
      if (due === 'turn' && !waited) await player.drawCard()
      else await player.decide(due)
    }
  }
  expect(waited, 'somebody drew from the deck').toBe(true)
  expect([...secrets.keys()].sort()).toEqual(['Ada', 'Bob'])
})
