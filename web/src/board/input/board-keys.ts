/** What a key means on the board. */

import type { Direction } from './arrow-keys'

export type Meaning =
  | { does: 'walk'; direction: Direction }
  | { does: 'turn'; steps: 1 | -1 }
  | { does: 'zoom'; steps: number }
  | { does: 'fit' | 'choose' | 'leave' | 'first' | 'last' }

const KEYS: Readonly<Record<string, Meaning>> = {
  ArrowLeft: { does: 'walk', direction: 'left' },
  ArrowRight: { does: 'walk', direction: 'right' },
  ArrowUp: { does: 'walk', direction: 'up' },
  ArrowDown: { does: 'walk', direction: 'down' },
  PageDown: { does: 'turn', steps: 1 },
  PageUp: { does: 'turn', steps: -1 },
  '+': { does: 'zoom', steps: 1 },
  '=': { does: 'zoom', steps: 1 },
  '-': { does: 'zoom', steps: -1 },
  '0': { does: 'fit' },
  Enter: { does: 'choose' },
  ' ': { does: 'choose' },
  Escape: { does: 'leave' },
  Home: { does: 'first' },
  End: { does: 'last' },
}

/** Null for a key that is none of the board's; keys pressed together with others belong to the browser. */
export function meaning(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Meaning | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return Object.hasOwn(KEYS, event.key) ? (KEYS[event.key] ?? null) : null
}
