/** Measurements without limits: load time of the home page, frame rate of the largest board, and how soon it answers. */
import type { Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { running, visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

const say = (words: string) => console.warn(`figures: ${words}`)
const prove = test.runIf(process.env.KOLEJ_PROVE)

prove('how soon the first page is there', async () => {
  const seen: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const { page } = await visit(inject('address'))
    await page.goto('/')
    await page.getByRole('link', { name: 'Europe' }).waitFor()
    seen.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))
  }
  say(`first view after ${seen.map((each) => `${Math.round(each)} ms`).join(', ')}`)
})

prove('how smoothly Europe moves', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto('/t/LOOKAT')
  await player.due()
  for (let n = 0; n < 3; n += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
  const { x, y, width, height } = (await player.board.boundingBox())!

  await running().startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
  })
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  for (let turn = 0; turn < 4; turn += 1)
    await page.mouse.move(x + width * (turn % 2 ? 0.25 : 0.75), y + height * (turn % 2 ? 0.75 : 0.25), { steps: 40 })
  await page.mouse.up()
  const trace = JSON.parse((await running().stopTracing()).toString()) as {
    traceEvents: { name: string; ts: number }[]
  }

  const at = trace.traceEvents.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1000)
  const gaps = at.toSorted((a, b) => a - b).flatMap((time, n, all) => (n ? [time - all[n - 1]] : []))
  const sorted = gaps.toSorted((a, b) => a - b)
  const [half, most] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)] ?? NaN)
  say(
    `${at.length} frames while Europe was moved, ${half.toFixed(1)} ms apart, 95% of them at most ${most.toFixed(1)} ms`,
  )
})

interface Traced {
  name: string
  ts: number
  args?: { data?: { type?: string } }
}

/** Milliseconds from each event of a type to the frame that shows what came of it, drawn after its commit and raster. */
async function answers(page: Page, type: string, doing: () => Promise<void>): Promise<number[]> {
  const categories = [
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'disabled-by-default-devtools.timeline.frame',
  ]
  await running().startTracing(page, { categories })
  await doing()
  await page.waitForTimeout(400)
  const { traceEvents } = JSON.parse((await running().stopTracing()).toString()) as { traceEvents: Traced[] }
  const sorted = traceEvents.toSorted((a, b) => a.ts - b.ts)
  const after = (name: string, ts: number) => sorted.find((each) => each.name === name && each.ts > ts)?.ts ?? NaN
  return sorted
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
    .map(({ ts }) => (after('DrawFrame', after('ActivateLayerTree', after('Commit', ts))) - ts) / 1000)
    .filter((each) => !Number.isNaN(each))
}

prove.each([
  [1440, 900],
  [390, 844],
])('how soon Europe answers at %i × %i', async (width, height) => {
  const { page } = await visit(inject('address'), { token: inject('token'), width, height })
  const player = new Player(page)
  await page.goto('/t/LOOKAT')
  await player.due()
  const about = (what: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    say(
      `${what} at ${width} × ${height}: ${times.length} times, median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
    )
  }

  if (width < 760) await page.getByRole('button', { name: /^Tickets/ }).click()
  const tickets = page.getByRole('region', { name: 'Your tickets' }).getByRole('listitem')
  const hover = async () => {
    for (let n = 0; n < 4; n += 1) {
      await tickets.nth(n % (await tickets.count())).hover()
      await page.waitForTimeout(350)
      await page.mouse.move(width / 2, 20)
      await page.waitForTimeout(350)
    }
  }
  about('a ticket hovered', await answers(page, 'pointerover', hover))
  if (width < 760) await page.getByRole('button', { name: /^Tickets/ }).click()

  const { x, y, width: wide, height: tall } = (await player.board.boundingBox())!
  await page.mouse.move(x + wide / 2, y + tall / 2)
  const turn = async () => {
    for (const step of [-240, -240, -240, 240, 240, 240]) {
      await page.mouse.wheel(0, step)
      await page.waitForTimeout(500)
    }
  }
  about('zoom', await answers(page, 'wheel', turn))
  for (let n = 0; n < 3; n += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForTimeout(500)
  // Counted from the first move that has panned the board: hovering, pressing and the first few pixels change nothing,
  // and would be timed to the next frame that shows anything else.
  const step = (n: number) => page.mouse.move(x + wide * (0.5 + 0.015 * n), y + tall * (0.5 + 0.01 * n))
  await page.mouse.move(x + wide / 2, y + tall / 2)
  await page.mouse.down()
  await step(1)
  await page.waitForTimeout(400)
  const drag = async () => {
    for (let n = 2; n < 22; n += 1) {
      await step(n)
      await page.waitForTimeout(60)
    }
  }
  about('pan', await answers(page, 'pointermove', drag))
  await page.mouse.up()
})
