/**
 * All boards as they are painted, at the sizes of common windows: names and buttons that cover nothing, and boards that
 * are large. With KOLEJ_PROVE the sizes are printed.
 */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { Player } from './player.ts'

withBrowser()

/** Each with the share of the names for which it has room on every board. */
const WINDOWS = [
  [1920, 1080, 1],
  [1440, 900, 1],
  [1024, 768, 0.9],
  [768, 1024, 0.9],
  [390, 844, 0.65],
] as const
/** How many pixels a name may reach into something else before anybody sees it. */
const UNSEEN = 1.2

interface Seen {
  /** What lies on what. */
  covered: string[]
  /** What lies below the zoom buttons, or below the note about the board. */
  hidden: string[]
  names: number
  /** How many places have a mark of a ticket, and how many names are those of such places. */
  marks: number
  marked: number
  least: number
  /** The board as a share of the window's height, and of its area. */
  high: number
  area: number
}

/** Measures the names as painted against spaces, pieces and each other (separating axes). */
function look(page: Page): Promise<Seen> {
  return page.evaluate((unseen) => {
    type Point = { x: number; y: number }
    const board = document.querySelector('[role=application] .layer')!
    const polygon = (path: SVGGraphicsElement, { x, y, width, height }: DOMRect): Point[] => {
      const matrix = path.getScreenCTM()!
      return [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ].map(([u, v]) => new DOMPoint(u, v).matrixTransform(matrix))
    }
    const names = [...board.querySelectorAll<SVGTextElement>('text[font-size][text-anchor]')].map((text) => {
      const size = Number(text.getAttribute('font-size'))
      const lines = [...text.querySelectorAll('tspan')]
      const boxes = lines.map((line) => {
        const baseline = Number(line.getAttribute('y'))
        const { x, width } = line.getBBox()
        // Capitals above the baseline, tails below it.
        return polygon(line, new DOMRect(x, baseline - 0.72 * size, width, 0.92 * size))
      })
      const words = lines.map((line) => line.textContent).join(' ')
      return { words, boxes, size: size * text.getScreenCTM()!.d }
    })
    const things = [...board.querySelectorAll<SVGPathElement>('.face, .body')].map((path) => {
      const route = path.closest('[data-key]')?.getAttribute('aria-label') ?? 'a city'
      return { what: route, box: polygon(path, path.getBBox()) }
    })
    /** By how many pixels two convex polygons overlap. */
    const overlap = (one: Point[], two: Point[]): number => {
      let least = Infinity
      for (const shape of [one, two]) {
        shape.forEach((from, n) => {
          const to = shape[(n + 1) % shape.length]
          const [nx, ny] = [to.y - from.y, from.x - to.x]
          const long = Math.hypot(nx, ny) || 1
          const along = (all: Point[]) => all.map(({ x, y }) => (x * nx + y * ny) / long)
          const [a, b] = [along(one), along(two)]
          least = Math.min(least, Math.max(...a) - Math.min(...b), Math.max(...b) - Math.min(...a))
        })
      }
      return least
    }
    const covered: string[] = []
    names.forEach(({ words, boxes }, n) => {
      for (const { what, box } of things)
        if (boxes.some((each) => overlap(each, box) > unseen)) covered.push(`${words} on ${what}`)
      for (const other of names.slice(n + 1))
        if (boxes.some((each) => other.boxes.some((box) => overlap(each, box) > unseen)))
          covered.push(`${words} on ${other.words}`)
    })
    const corner = (x: number, y: number): Point => ({ x, y })
    const above = [...document.querySelectorAll('.controls, [role=application] ~ details')].map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect()
      return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]
    })
    const below = [
      ...names.map(({ words, boxes }) => ({ what: words, boxes })),
      ...things.map(({ what, box }) => ({ what, boxes: [box] })),
      ...[...board.querySelectorAll<SVGGraphicsElement>('.paper')].map((path) => ({
        what: 'what is printed',
        boxes: [polygon(path, path.getBBox())],
      })),
      ...[...board.querySelectorAll<SVGTextElement>('text[font-size]:not([text-anchor], .cards)')].map((text) => ({
        what: `${text.textContent} of the score track`,
        boxes: [polygon(text, text.getBBox())],
      })),
    ]
    const hidden = below.filter(({ boxes }) => boxes.some((box) => above.some((each) => overlap(box, each) > unseen)))
    const { width, height } = board.getBoundingClientRect()
    return {
      covered,
      hidden: hidden.map(({ what }) => what),
      names: names.length,
      marks: board.querySelectorAll('.below .mark').length,
      marked: board.querySelectorAll('.below text.strong').length,
      least: Math.min(...names.map(({ size }) => size)),
      high: height / innerHeight,
      area: (width * height) / (innerWidth * innerHeight),
    }
  }, UNSEEN)
}

/** What is seen once the board has come to rest in a window of another size. */
async function rested(page: Page): Promise<Seen> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const layer = document.querySelector<HTMLElement>('[role=application] .layer')!
    // Names are laid out after the camera has come to rest.
    const names = () =>
      [...document.querySelectorAll('[role=application] text[font-size]')].map((name) => name.getAttribute('font-size'))
    const state = () => `${layer.style.transform} ${layer.style.width} ${names().join()}`
    for (let before = '', still = 0; still < 12; before = state()) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
      // At another scale the layer is stretched until the camera has come to rest.
      still = before === state() && layer.style.transform.endsWith('scale(1)') ? still + 1 : 0
    }
  })
  return look(page)
}

test.each([
  ['FULLNY', 'tall', 15],
  ['FULLNC', 'tall', 39],
  ['FULLBE', 'broad', 20],
  ['FULLEU', 'broad', 47],
  ['FULLJA', 'broad', 50],
])('%s is large, and its names cover nothing', async (code, shape, places) => {
  const { page } = await visit(inject('address'), { token: inject('token'), width: 1920, height: 1080 })
  const player = new Player(page)
  await page.goto(`/t/${code}`)
  expect(await player.due()).toBe('turn')
  for (const [width, height, share] of WINDOWS) {
    await page.setViewportSize({ width, height })
    const whole = await rested(page)
    const where = `${width} × ${height}`
    expect(whole.covered, where).toEqual([])
    if (process.env.KOLEJ_PROVE)
      console.warn(
        `figures: ${code} at ${where}: ${(100 * whole.high).toFixed(1)} % of the height, ${(100 * whole.area).toFixed(1)} % of the area, ${whole.names} names`,
      )
    expect(whole.least, `smallest name at ${where}`).toBeGreaterThan(9.9)
    expect(whole.names, `names at ${where}`).toBeGreaterThanOrEqual(share * places)
    expect(whole.marks, `marks at ${where}`).toBeGreaterThan(1)
    expect(whole.marked, `names of marked cities at ${where}`).toBe(whole.marks)
    if (width > height && shape === 'tall') expect(whole.high, where).toBeGreaterThan(width > 1024 ? 0.92 : 0.85)
    if (shape === 'broad' && width === 1440) expect(whole.area, where).toBeGreaterThan(0.55)
    if (shape === 'broad' && width === 1024) expect(whole.area, where).toBeGreaterThan(0.5)
    for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
    const part = await rested(page)
    expect(part.covered, `zoomed in at ${where}`).toEqual([])
    expect(part.marked, `names of marked cities, zoomed in at ${where}`).toBe(part.marks)
    const fit = page.getByRole('button', { name: 'Whole board' })
    await fit.click()
    const again = await rested(page)
    expect(again.covered, `whole at ${where}`).toEqual([])
    expect(again.hidden, `below buttons and note at ${where}`).toEqual([])
    expect(again.marked, `names of marked cities, whole at ${where}`).toBe(again.marks)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect((await rested(page)).covered, 'by night').toEqual([])
})

test('the ends of a ticket have their names where routes leave no room beside them', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  // Nagoya, and the Empire State Building on a phone.
  for (const [code, width, height] of [
    ['BULLET', 1440, 900],
    ['GRAYRT', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/t/${code}`)
    await new Player(page).due()
    const { covered, marks, marked } = await rested(page)
    expect({ code, covered, marked }).toEqual({ code, covered: [], marked: marks })
  }
})

test('zooming and panning leave the ground of Europe as it was drawn', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  const player = new Player(page)
  await page.goto('/t/FULLEU')
  await player.due()
  await rested(page)
  await page.locator('[role=application] .once canvas').waitFor()
  await page.evaluate(() => {
    const seen = window as unknown as { ground: Element; changes: string[] }
    seen.ground = document.querySelector('[role=application] .once')!
    seen.changes = []
    new MutationObserver((all) =>
      seen.changes.push(...all.map(({ type, attributeName }) => attributeName ?? type)),
    ).observe(seen.ground, { subtree: true, childList: true, attributes: true })
  })
  /** Whether the ground is the same bitmap in the same size, what was changed in it, and whether the drawing is painted. */
  const ground = () =>
    page.evaluate(() => {
      const seen = window as unknown as { ground: HTMLElement; changes: string[] }
      const { width, height } = getComputedStyle(seen.ground)
      const drawing = document.querySelector('[role=application] .ground')!
      return {
        there: seen.ground.isConnected,
        width,
        height,
        changes: [...new Set(seen.changes)],
        painted: drawing.getClientRects().length > 0,
      }
    })
  const before = await ground()
  expect(before).toMatchObject({ there: true, painted: false })
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
  await rested(page)
  // A style that all elements of the board inherit would have to be computed for all of them.
  const inherited = () =>
    page.evaluate(() => {
      const { cursor, pointerEvents, touchAction } = getComputedStyle(
        document.querySelector('[role=application] .face')!,
      )
      return { cursor, pointerEvents, touchAction }
    })
  const still = await inherited()
  const { x, y, width, height } = (await player.board.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 4, y + height / 4, { steps: 4 })
  expect(await inherited(), 'while it is dragged').toEqual(still)
  await page.mouse.up()
  await rested(page)
  // Only the size at which the picture is shown.
  expect(await ground()).toEqual({ ...before, changes: ['style'] })
  // Once the board has lain still for a while, a sharper bitmap of what is seen lies over it, until the next zoom.
  await page.locator('[role=application] .sharp').waitFor()
  const covers = () =>
    page.evaluate(() => {
      const [frame, board, sharp] = ['', '.layer', '.sharp canvas'].map((each) =>
        document.querySelector(`[role=application] ${each}`)!.getBoundingClientRect(),
      )
      const canvas = document.querySelector<HTMLCanvasElement>('[role=application] .sharp canvas')!
      return {
        left: sharp.left <= Math.max(frame.left, board.left) + 1,
        top: sharp.top <= Math.max(frame.top, board.top) + 1,
        right: sharp.right >= Math.min(frame.right, board.right) - 1,
        bottom: sharp.bottom >= Math.min(frame.bottom, board.bottom) - 1,
        // One pixel of it is one of the screen.
        pixels: Math.abs(sharp.width * devicePixelRatio - canvas.width) < 0.01,
      }
    })
  const all = { left: true, top: true, right: true, bottom: true, pixels: true }
  expect(await covers()).toEqual(all)
  // A pan that shows more than it covers has it drawn again there.
  await page.mouse.move(x + width * 0.9, y + height * 0.9)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.1, y + height * 0.1, { steps: 4 })
  expect(await covers()).not.toEqual(all)
  await page.mouse.up()
  await expect.poll(covers, { timeout: 30_000 }).toEqual(all)
  await page.getByRole('button', { name: 'Whole board' }).click()
  await page.locator('[role=application] .sharp').waitFor({ state: 'detached' })
})

test('the bitmap of the ground has the colours of the palette and of the theme', async () => {
  const { page } = await visit(inject('address'), { token: inject('token') })
  await page.goto('/t/FULLEU')
  await new Player(page).due()
  /** How many of its pixels have the colour of land and of the sea, of a hundred. */
  const shares = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('[role=application] .once canvas')
      if (!canvas) return null
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const share = (name: string) => {
        const wanted = getComputedStyle(document.querySelector(`[role=application] .${name}`)!)
          .fill.match(/\d+/g)!
          .map(Number)
        let count = 0
        for (let at = 0; at < data.length; at += 4) if (wanted.every((value, n) => data[at + n] === value)) count += 1
        return (100 * 4 * count) / data.length
      }
      return Math.min(share('ground-land'), share('ground-sea'))
    })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(shares, { timeout: 30_000, message: colorScheme }).toBeGreaterThan(0.5)
  }
})
