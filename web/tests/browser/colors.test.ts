/** Colours as they are painted: pieces are far from routes, from each other, and from the ground of every board. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { visit, withBrowser } from './browser.ts'
import { VISIONS, distance, type Rgb } from './color-distance.ts'
import { Player } from './player.ts'

withBrowser()

const BOARDS = ['FULLNY', 'FULLBE', 'FULLEU', 'FULLNC', 'FULLJA']
/** A colour of the ground counts if it covers this share of the board. */
const COMMON = 0.02

interface Painted {
  players: Record<string, Rgb>
  /** The mean colour of a piece seen from above: its body, and the roof that lets it through. */
  above: Record<string, Rgb>
  bullet: Record<string, Rgb>
  routes: Record<string, Rgb>
  ground: Record<string, Rgb[]>
}

test('distances are those of the published examples', () => {
  // From the data of Sharma, Wu and Dalal, converted to sRGB within rounding.
  expect(distance([255, 255, 255], [0, 0, 0])).toBeCloseTo(100, 1)
  expect(distance([255, 0, 0], [0, 255, 0])).toBeCloseTo(86.61, 1)
  expect(distance([0, 0, 255], [255, 255, 0])).toBeCloseTo(103.43, 1)
  expect(distance([255, 0, 0], [0, 255, 0], 'deuteranopia')).toBeLessThan(40)
})

/** The fills of routes that nobody has, and of pieces, each as the browser paints it. */
function fills(page: Page): Promise<Omit<Painted, 'ground'>> {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const rgb = (color: string): [number, number, number] => {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [r, g, b] = context.getImageData(0, 0, 1, 1).data
      return [r, g, b]
    }
    const found = (selector: string) =>
      Object.fromEntries(
        [...document.querySelectorAll(`[role=application] ${selector}`)].map((path) => {
          const name = /var\(--(.+?)\)/.exec(path.getAttribute('fill') ?? '')?.[1] ?? ''
          return [name, rgb(getComputedStyle(path).fill)]
        }),
      )
    const area = (path: Element) => {
      const { width, height } = (path as SVGGraphicsElement).getBBox()
      return width * height
    }
    // The mean of light, by the areas of roof and body.
    const linear = (value: number) => (value / 255) ** 2.2
    const above: Record<string, [number, number, number]> = {}
    for (const roof of document.querySelectorAll('[role=application] .body[fill*=player] + .roof.top')) {
      const body = roof.previousElementSibling!
      const share = area(roof) / area(body)
      const { fill, fillOpacity } = getComputedStyle(roof)
      const light = rgb(fill)
      const covers = fill === 'none' ? 0 : Number(fillOpacity)
      const [r, g, b] = rgb(getComputedStyle(body).fill).map((value, n) => {
        const seen = value + (light[n] - value) * covers
        return 255 * (linear(value) * (1 - share) + linear(seen) * share) ** (1 / 2.2)
      })
      above[`${/player-\w+/.exec(body.getAttribute('fill')!)![0]} from above`] = [r, g, b]
    }
    return {
      players: found('.body[fill*=player]'),
      above,
      bullet: found('.below .body[fill*=bullet]'),
      routes: found('.face[fill^="var(--route"]'),
    }
  })
}

/** The colours that cover much of the board when nothing lies on it. */
async function ground(page: Page): Promise<Rgb[]> {
  await page.evaluate(() => {
    const layer = document.querySelector<HTMLElement>('[role=application] .layer')!
    for (const part of layer.querySelectorAll<SVGElement>('svg > *')) {
      if (!part.querySelector('.ground') && !part.matches('.ground')) part.style.visibility = 'hidden'
    }
  })
  const picture = await page.locator('[role=application] .layer').screenshot()
  return page.evaluate(
    async ([bytes, common]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))]))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const counts = new Map<number, number>()
      for (let at = 0; at < data.length; at += 4) {
        const key = ((data[at] >> 2) << 12) | ((data[at + 1] >> 2) << 6) | (data[at + 2] >> 2)
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      return [...counts]
        .filter(([, count]) => count > (data.length / 4) * common)
        .map(
          ([key]) => [(key >> 12) * 4 + 2, ((key >> 6) & 63) * 4 + 2, (key & 63) * 4 + 2] as [number, number, number],
        )
    },
    [picture.toString('base64'), COMMON] as const,
  )
}

describe.each([
  ['by day', false],
  ['by night', true],
])('%s', (_, dark) => {
  const painted: Painted = { players: {}, above: {}, bullet: {}, routes: {}, ground: {} }
  beforeAll(async () => {
    const { page } = await visit(inject('address'), { token: inject('token'), dark })
    const player = new Player(page)
    for (const code of BOARDS) {
      await page.goto(`/t/${code}`)
      await player.due()
      const { players, above, bullet, routes } = await fills(page)
      Object.assign(painted.players, players)
      Object.assign(painted.above, above)
      Object.assign(painted.bullet, bullet)
      Object.assign(painted.routes, routes)
      painted.ground[code] = await ground(page)
    }
  })

  type Colors = Record<string, Rgb>
  const pairs = (colors: Colors) => {
    const all = Object.entries(colors)
    return all.flatMap(([one, a], n) => all.slice(n + 1).map(([two, b]) => ({ names: `${one} and ${two}`, a, b })))
  }
  const crossed = (colors: Colors) =>
    Object.entries(colors).flatMap(([piece, a]) =>
      Object.entries(painted.routes).map(([route, b]) => ({ names: `${piece} and ${route}`, a, b })),
    )
  const near = (found: { names: string; a: Rgb; b: Rgb }[], least: number, vision?: string) =>
    found
      .map(({ names, a, b }) => ({ names, apart: distance(a, b, vision) }))
      .filter(({ apart }) => apart < least)
      .map(({ names, apart }) => `${names}: ${apart.toFixed(1)}`)

  test('five players, bullet trains, nine colours of routes and the ground of five boards are painted', () => {
    expect(Object.keys(painted.players)).toHaveLength(5)
    expect(Object.keys(painted.above)).toHaveLength(5)
    expect(Object.keys(painted.bullet)).toEqual(['bullet'])
    expect(Object.keys(painted.routes)).toHaveLength(9)
    for (const code of BOARDS) expect(painted.ground[code].length, code).toBeGreaterThan(1)
  })

  test('pieces are 25 from routes, and those of players 30 from each other', () => {
    for (const colors of [painted.players, painted.above]) {
      expect(near(crossed(colors), 25)).toEqual([])
      expect(near(pairs(colors), 30)).toEqual([])
    }
    expect(near(crossed(painted.bullet), 25)).toEqual([])
  })

  test.each(Object.keys(VISIONS))(
    'with %s they are 14 from routes, and those of players 18 from each other',
    (vision) => {
      for (const colors of [painted.players, painted.above]) {
        expect(near(crossed(colors), 14, vision)).toEqual([])
        expect(near(pairs(colors), 18, vision)).toEqual([])
      }
      expect(near(crossed(painted.bullet), 14, vision)).toEqual([])
    },
  )

  test.each(BOARDS)('pieces are 20 from the ground of %s', (code) => {
    const found = Object.entries({ ...painted.players, ...painted.above, ...painted.bullet }).flatMap(([names, a]) =>
      painted.ground[code].map((b) => ({ names: `${names} and rgb(${b})`, a, b })),
    )
    expect(near(found, 20)).toEqual([])
  })
})
