/** Chromium and its users: errors on a user's page are collected and fail the test. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Language } from './catalogue.ts'
import { findChromium } from './chromium.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface How {
  width?: number
  height?: number
  dark?: boolean
  touch?: boolean
  /** The token of a known user. */
  token?: string
  /** Show moves at once. */
  still?: boolean
  /** The language of the browser. */
  language?: Language
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Errors so far. */
  faults: string[]
  /** Errors that are expected: a server that was killed can't answer. */
  expected: RegExp[]
}

let browser: Browser
const visitors: Visitor[] = []

/** Gives the tests of a file a browser; each fails if a page had an error. */
export function withBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: FLAGS })
  })
  afterAll(() => browser?.close())
  afterEach(async ({ task }) => {
    const left = visitors.splice(0)
    if (task.result?.state === 'fail') await Promise.all(left.map(({ page }, n) => picture(page, `${task.id}-${n}`)))
    const faults = await Promise.all(left.map(leave))
    expect(faults.flat(), 'what went wrong on the pages').toEqual([])
  })
}

/** The browser of the tests in this file. */
export const running = (): Browser => browser

export async function visit(address: string, how: How = {}): Promise<Visitor> {
  const { width = 1440, height = 900, dark = false, touch = false, token, still = true, language = 'en' } = how
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
    hasTouch: touch,
    locale: language,
  })
  if (token) await context.addCookies([{ name: 'kolej', value: token, url: address, httpOnly: true }])
  const page = await context.newPage()
  const visitor: Visitor = { page, context, faults: [], expected: [] }
  await note(visitor)
  visitors.push(visitor)
  return visitor
}

/** The layout shift of the page since it was loaded. */
export function shifted(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as Noted).shifted)
}

interface Noted {
  shifted: number
  forbidden: string[]
}

async function note({ page, faults }: Visitor): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // Requests that are aborted because the page was left are no errors.
    if (why !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${why}`)
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400) faults.push(`response: ${answer.status()} ${answer.url()}`)
  })
  await page.addInitScript(() => {
    const noted = Object.assign(window as unknown as Noted, { shifted: 0, forbidden: [] as string[] })
    document.addEventListener('securitypolicyviolation', (event) =>
      noted.forbidden.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) noted.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** A screenshot of a failure. */
async function picture(page: Page, name: string): Promise<void> {
  const path = join(tmpdir(), `kolej-browser-${name}.png`)
  await page.screenshot({ path }).then(
    () => console.warn(`the page as it was: ${path}`),
    () => undefined,
  )
}

async function leave({ page, context, faults, expected }: Visitor): Promise<string[]> {
  const forbidden = await page.evaluate(() => (window as unknown as Noted).forbidden).catch(() => [])
  await context.close()
  const all = [...faults, ...forbidden.map((what) => `policy: ${what}`)]
  return all.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
}
