/** Tables that need no more players: they start as soon as this browser is connected to them. */

const soon = new Set<string>()

/** Not at once: a fair deal takes seeds only from players who are connected. */
export function startWhenConnected(code: string): void {
  soon.add(code)
}

/** Whether the table should be started now; true once. */
export function takeStart(code: string): boolean {
  return soon.delete(code)
}
