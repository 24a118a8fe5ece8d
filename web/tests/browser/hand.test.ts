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
    const board = document.querySelector('[role=application] .layer')!.getBoundingClientRect()
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

/** The cities of the ticket that is lit next, once the board rests: which of them can't be seen, and how many there are. */
function nextLit(page: Page): Promise<{ hidden: string[]; cities: number }> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const boxes = () =>
      [...document.querySelectorAll('[role=application] .lit .disc')].map((disc) => disc.getBoundingClientRect())
    const where = () =>
      boxes()
        .map(({ x, y }) => `${x} ${y}`)
        .join()
    for (let before = '', still = 0; still < 4; before = where()) {
      await frame()
      still = where() !== '' && before === where() ? still + 1 : 0
    }
    const board = document.querySelector('[role=application]')!.getBoundingClientRect()
    const controls = document.querySelector('.controls')!
    const buttons = controls.getBoundingClientRect()
    const hidden = boxes().flatMap(({ left, top, right, bottom }) => {
      if (left < board.left || right > board.right || top < board.top || bottom > board.bottom) return ['outside']
      const apart =
        !controls.checkVisibility({ visibilityProperty: true }) ||
        right <= buttons.left ||
        left >= buttons.right ||
        bottom <= buttons.top ||
        top >= buttons.bottom
      return apart ? [] : ['under the buttons']
    })
    return { hidden, cities: boxes().length }
  })
}

test('tickets are chosen on a phone: a tapped one is lit for a moment, with both cities in sight', async () => {
  const { page } = await visit(inject('address'), { width: 390, height: 844, touch: true })
  const player = new Player(page)
  await page.goto('/?new=europe')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await page.getByRole('button', { name: 'Start' }).tap()
  expect(await player.due()).toBe('tickets')
  const lit = player.board.locator('.lit')
  const tickets = await player.dialog.getByRole('checkbox').all()
  expect(tickets.length).toBe(4)
  expect(await lit.count()).toBe(0)
  for (const ticket of tickets) {
    const shown = nextLit(page)
    await ticket.tap()
    expect(await shown, (await ticket.getAttribute('aria-label'))!).toEqual({ hidden: [], cities: 2 })
    // Then the whole map is bright again.
    await expect.poll(() => lit.count(), { timeout: 5000 }).toBe(0)
    expect(await player.board.locator('.dimmed').count()).toBe(0)
  }
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
