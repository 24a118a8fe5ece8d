/** The board on a phone: zoomed in at first, whole on request, and with readable names. */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { audit } from './audit.ts'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

/** The height of the smallest city name, the number of names, and how much of its frame the board fills. */
function seen(page: Page): Promise<{ least: number; names: number; across: number; down: number }> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll<SVGTextElement>('[role=application] text[text-anchor]')]
    const sizes = names.map((name) => Number(name.getAttribute('font-size')) * name.getScreenCTM()!.d)
    const frame = document.querySelector('[role=application]')!.getBoundingClientRect()
    const board = document.querySelector('[role=application] svg')!.getBoundingClientRect()
    return {
      least: Math.min(...sizes),
      names: names.length,
      across: board.width / frame.width,
      down: board.height / frame.height,
    }
  })
}

test.each([
  [390, 844],
  [844, 390],
])('Europe on a phone, %i × %i', async (width, height) => {
  const { page } = await visit(inject('address'), { token: inject('token'), width, height, touch: true })
  const player = new Player(page)
  await page.goto('/t/LOOKAT')
  expect(await player.due()).toBe('turn')
  await expect.poll(async () => (await seen(page)).least).toBeGreaterThan(9.9)
  const close = await seen(page)
  expect(Math.min(close.across, close.down)).toBeGreaterThan(0.9)

  await page.getByRole('button', { name: 'Whole board' }).click()
  await expect.poll(async () => (await seen(page)).across).toBeLessThan(1)
  await expect.poll(async () => (await seen(page)).least).toBeGreaterThan(9.9)
  const whole = await seen(page)
  expect(whole.down).toBeLessThan(1)
  expect(whole.names).toBeGreaterThan(15)
  await audit(page, 'the whole board in a hand')

  // A double tap zooms in, and another one out.
  const { x, y } = (await player.board.boundingBox())!
  // On a busy machine two taps may come too late after each other to be a double tap: they are made again then.
  const twiceUntil = async (done: (across: number) => boolean) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      for (let n = 0; n < 2; n += 1) await page.touchscreen.tap(x + 8, y + 8)
      try {
        await expect.poll(async () => done((await seen(page)).across), { timeout: 2000 }).toBe(true)
        return
      } catch {
        continue
      }
    }
    expect.fail(`double taps do nothing: the board is ${(await seen(page)).across} of its frame`)
  }
  await twiceUntil((across) => across > whole.across * 1.5)
  await twiceUntil((across) => Math.abs(across - whole.across) < 0.005)
})

test('sounds are made after they were turned on, and not before', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const made = () => page.evaluate(() => (window as unknown as { heard: number }).heard)
  await page.addInitScript(() => {
    const noted = Object.assign(window as unknown as { heard: number }, { heard: 0 })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      noted.heard += 1
      start.call(this, when)
    }
  })
  const player = new Player(page)
  await page.goto('/t/LOOKAT')
  expect(await player.due()).toBe('turn')
  await page.mouse.click(700, 20)
  expect(await made()).toBe(0)
  await page.getByRole('button', { name: 'Turn sounds on' }).click()
  expect(await made()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Turn sounds off' }).waitFor()
})
