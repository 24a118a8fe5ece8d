/** Keyboard shortcuts of the table. */

export type Shortcut =
  | { type: 'draw' }
  | { type: 'take'; slot: number }
  | { type: 'tickets' | 'cancel' | 'confirm' | 'undo' | 'chat' | 'help' | 'skip' | 'sound' }
  | { type: 'step'; by: 'back' | 'on' | 'first' | 'now' }

export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The focused element: some elements use keys themselves. */
export interface Focus {
  /** A text field: only Escape is a shortcut. */
  typing: boolean
  /** A button, a link or the like: Enter and Space press it. */
  pressable: boolean
  /** The board or a list, which uses arrow keys. */
  moving: boolean
  /** An earlier moment is replayed. */
  rewound: boolean
}

const SIMPLE: Readonly<Record<string, Shortcut>> = {
  '0': { type: 'draw' },
  t: { type: 'tickets' },
  z: { type: 'undo' },
  c: { type: 'chat' },
  s: { type: 'sound' },
  '?': { type: 'help' },
}

const STEPS: Readonly<Record<string, Shortcut>> = {
  ArrowLeft: { type: 'step', by: 'back' },
  ArrowRight: { type: 'step', by: 'on' },
  Home: { type: 'step', by: 'first' },
  End: { type: 'step', by: 'now' },
}

export function shortcutOf(pressed: Pressed, focus: Focus): Shortcut | null {
  const { key } = pressed
  if (key === 'Escape') return { type: 'cancel' }
  if (focus.typing || pressed.altKey) return null
  if (pressed.ctrlKey || pressed.metaKey)
    return key.toLowerCase() === 'z' && !pressed.shiftKey ? { type: 'undo' } : null
  if (key === 'Enter') return focus.pressable ? null : { type: 'confirm' }
  if (key === ' ') return focus.pressable ? null : { type: 'skip' }
  if (STEPS[key]) return focus.moving && !focus.rewound ? null : STEPS[key]
  if (/^[1-9]$/.test(key)) return { type: 'take', slot: Number(key) - 1 }
  return SIMPLE[key] ?? null
}

/** The shortcuts as they are listed for people: the keys, and the catalogue key of their text. */
export const LIST: readonly (readonly [keys: string, words: string])[] = [
  ['0', 'table.keys.draw'],
  ['1–5', 'table.keys.take'],
  ['T', 'table.keys.tickets'],
  ['Enter', 'table.keys.confirm'],
  ['Esc', 'table.keys.cancel'],
  ['Z · Ctrl+Z', 'table.keys.undo'],
  ['Space', 'table.keys.skip'],
  ['← →', 'table.keys.step'],
  ['Home · End', 'table.keys.ends'],
  ['+ −', 'table.keys.zoom'],
  ['← ↑ ↓ →', 'table.keys.board'],
  ['C', 'table.keys.chat'],
  ['S', 'table.keys.sound'],
  ['?', 'table.keys.help'],
]
