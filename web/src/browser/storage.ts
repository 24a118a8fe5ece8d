/** Small values that a browser keeps for us; a browser that keeps nothing is no reason to fail. */

const PREFIX = 'kolej.'

export function kept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full, or forbidden: the value lives as long as the page.
  }
}

/** The names of everything kept whose name begins so. */
export function keptNames(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + start))
      .map((name) => name.slice(PREFIX.length))
  } catch {
    return []
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // What can't be kept need not be forgotten.
  }
}
