/** Checks for every page: accessibility, no horizontal scrolling, no layout shifts. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shifted } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The sum of layout shifts that nobody notices. */
const STILL = 0.05

const OPTIONS: RunOptions = { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }

interface WithAxe {
  axe: { run(options: RunOptions): Promise<AxeResults> }
}

/** Checks a page as it is. */
export async function audit(page: Page, name: string): Promise<void> {
  // The page's content policy allows no script element of ours; code that the debugger evaluates may run.
  await page.evaluate(AXE)
  const { violations } = await page.evaluate((options) => (window as unknown as WithAxe).axe.run(options), OPTIONS)
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`)
  expect(grave, `${name}: what can't be read by everybody`).toEqual([])
  const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(whole, `${name}: scrolls sideways`).toBeLessThanOrEqual(seen)
}

/** Checks that nothing moved while the page was loaded. */
export async function calm(page: Page, name: string): Promise<void> {
  expect(await shifted(page), `${name}: jumps about`).toBeLessThan(STILL)
}
