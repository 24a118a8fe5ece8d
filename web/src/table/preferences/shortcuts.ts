/** The keyboard: which keys mean what at the table. */

export type Command =
  | { do: 'draw' }
  | { do: 'take'; slot: number }
  | { do: 'tickets' | 'cancel' | 'confirm' | 'undo' | 'chat' | 'help' | 'skip' | 'sound' }
  | { do: 'step'; by: 'back' | 'on' | 'first' | 'now' }

export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** Where the focus is: some places use keys themselves. */
export interface Focus {
  /** In a field for text: only Escape is ours. */
  typing: boolean
  /** On a button, a link or the like: Enter and Space press it. */
  pressable: boolean
  /** In the map or a list, which moves by arrows. */
  moving: boolean
  /** While an earlier moment is shown. */
  rewound: boolean
}

const SIMPLE: Readonly<Record<string, Command>> = {
  '0': { do: 'draw' },
  t: { do: 'tickets' },
  z: { do: 'undo' },
  c: { do: 'chat' },
  s: { do: 'sound' },
  '?': { do: 'help' },
}

const STEPS: Readonly<Record<string, Command>> = {
  ArrowLeft: { do: 'step', by: 'back' },
  ArrowRight: { do: 'step', by: 'on' },
  Home: { do: 'step', by: 'first' },
  End: { do: 'step', by: 'now' },
}

export function command(pressed: Pressed, focus: Focus): Command | null {
  const { key } = pressed
  if (key === 'Escape') return { do: 'cancel' }
  if (focus.typing || pressed.altKey) return null
  if (pressed.ctrlKey || pressed.metaKey) return key.toLowerCase() === 'z' && !pressed.shiftKey ? { do: 'undo' } : null
  if (key === 'Enter') return focus.pressable ? null : { do: 'confirm' }
  if (key === ' ') return focus.pressable ? null : { do: 'skip' }
  if (STEPS[key]) return focus.moving && !focus.rewound ? null : STEPS[key]
  if (/^[1-9]$/.test(key)) return { do: 'take', slot: Number(key) - 1 }
  return SIMPLE[key] ?? null
}

/** The keys as they are listed for people: the key, and the words for it. */
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
