/** Small values in `localStorage`; a browser that stores nothing is no reason to fail. */

const PREFIX = 'kolej.'

export function load<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full, or forbidden: the value lasts as long as the page.
  }
}

/** The names of all stored values that begin with `start`. */
export function savedNames(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + start))
      .map((name) => name.slice(PREFIX.length))
  } catch {
    return []
  }
}

export function remove(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Storage is forbidden: there is nothing to remove.
  }
}
