/** Keys of the board. */

import type { Direction } from './arrow-keys'

export type BoardKey =
  | { type: 'walk'; direction: Direction }
  | { type: 'turn'; steps: 1 | -1 }
  | { type: 'zoom'; steps: number }
  | { type: 'fit' | 'choose' | 'leave' | 'first' | 'last' }

const KEYS: Readonly<Record<string, BoardKey>> = {
  ArrowLeft: { type: 'walk', direction: 'left' },
  ArrowRight: { type: 'walk', direction: 'right' },
  ArrowUp: { type: 'walk', direction: 'up' },
  ArrowDown: { type: 'walk', direction: 'down' },
  PageDown: { type: 'turn', steps: 1 },
  PageUp: { type: 'turn', steps: -1 },
  '+': { type: 'zoom', steps: 1 },
  '=': { type: 'zoom', steps: 1 },
  '-': { type: 'zoom', steps: -1 },
  '0': { type: 'fit' },
  Enter: { type: 'choose' },
  ' ': { type: 'choose' },
  Escape: { type: 'leave' },
  Home: { type: 'first' },
  End: { type: 'last' },
}

/** Null for any other key; combinations with modifier keys belong to the browser. */
export function boardKeyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): BoardKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return Object.hasOwn(KEYS, event.key) ? (KEYS[event.key] ?? null) : null
}
