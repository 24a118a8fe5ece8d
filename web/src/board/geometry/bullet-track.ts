/** Where the players stand on the track of the bullet trains. */

/** The last step that is drawn: at least this many, and so many more that everybody has a place. */
const LEAST = 20
const ROUND = 5

export function lastStep(steps: readonly number[]): number {
  return Math.max(LEAST, Math.ceil(Math.max(0, ...steps) / ROUND) * ROUND)
}

/**
 * The seats in each column of the table: one for each rank, then one for markers that have not moved. Seats that are
 * even share the better rank.
 */
export function columnsOf(steps: readonly number[], ranks: number): number[][] {
  const columns = Array.from({ length: ranks + 1 }, (): number[] => [])
  steps.forEach((own, seat) => {
    const ahead = steps.filter((other) => other > own).length
    columns[own > 0 ? Math.min(ahead, ranks - 1) : ranks].push(seat)
  })
  return columns
}

/** Markers on the same step stand on top of each other: how many are below each. */
export function below(steps: readonly number[]): number[] {
  return steps.map((own, seat) => steps.slice(0, seat).filter((other) => other === own).length)
}
