/** Tables that are complete as they were set up: they start as soon as this browser has its line to them. */

const soon = new Set<string>()

/** Not at once: a deal takes a seed only from those who are there. */
export function startSoon(code: string): void {
  soon.add(code)
}

/** Whether the table is to be started now; true once. */
export function startNow(code: string): boolean {
  return soon.delete(code)
}
