/** The result as it is shown. */
import { expect } from 'vitest'
import type { Player } from './player.ts'

/** Checks that every total is the sum of its column, ranks follow from totals, and a winner is named. */
export async function checkResult({ result }: Player): Promise<void> {
  await result.waitFor()
  const table = result.getByRole('table', { name: 'Points by source and player' })
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    )
  const [names, ...rest] = rows
  const number = (text: string) => Number(text.replace('−', '-').replace(/\.$/, ''))
  const points = rest.slice(0, -2).map(([, ...cells]) => cells.map(number))
  const [totals, places] = rest.slice(-2).map(([, ...cells]) => cells.map(number))
  expect(points.length).toBeGreaterThan(1)
  expect(totals).toEqual(totals.map((_, seat) => points.reduce((sum, row) => sum + row[seat], 0)))
  for (const [seat, place] of places.entries())
    expect(place).toBeGreaterThan(totals.filter((total) => total > totals[seat]).length)
  const best = names.slice(1).filter((_, seat) => places[seat] === 1)
  const title = (await result.getByRole('heading', { level: 2 }).textContent()) ?? ''
  if (!title.includes('You have won')) for (const name of best) expect(title).toContain(name)
}
