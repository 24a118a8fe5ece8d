/** Measurements without limits: load time of the home page, and frame rate of the largest board. */
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
