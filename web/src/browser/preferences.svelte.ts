/** What a player prefers, on this device. */
import { keep, kept } from './storage'
import { LANGUAGES, preferred, type Language } from './languages'

export interface Preferences {
  language: Language
  theme: 'system' | 'light' | 'dark'
  /** How fast things move on the table; `off` shows results at once. */
  speed: 'off' | 'fast' | 'normal' | 'slow'
  /** Ask before a route is taken. */
  confirm: 'always' | 'touch' | 'never'
  /** Ask before tickets are drawn, which can't be taken back. */
  confirmTickets: boolean
  /** Two buttons, "one" and "two", instead of clicks on the deck. */
  blindButtons: boolean
  /** A symbol on every colour. */
  symbols: boolean
  /** Outlines around the pieces on the board. */
  outlines: boolean
  sounds: boolean
  /** A notice of the browser when it is one's turn and the page is hidden. */
  notices: boolean
  /** The end is told ticket by ticket, and not all at once. */
  endShow: boolean
}

const CHOICES = {
  language: LANGUAGES,
  theme: ['system', 'light', 'dark'],
  speed: ['off', 'fast', 'normal', 'slow'],
  confirm: ['always', 'touch', 'never'],
} as const

export const DEFAULTS: Preferences = {
  language: 'en',
  theme: 'system',
  speed: 'normal',
  confirm: 'touch',
  confirmTickets: true,
  blindButtons: false,
  symbols: true,
  outlines: false,
  sounds: false,
  notices: false,
  endShow: true,
}

/** What was kept, as far as it makes sense today. */
export function sensible(stored: unknown, defaults: Preferences): Preferences {
  const known = Object.keys(defaults) as (keyof Preferences)[]
  const old = (stored ?? {}) as Record<string, unknown>
  const fits = (name: keyof Preferences) =>
    name in CHOICES
      ? (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(old[name])
      : typeof old[name] === typeof defaults[name]
  return Object.fromEntries(
    known.map((name) => [name, fits(name) ? old[name] : defaults[name]]),
  ) as unknown as Preferences
}

function stored(): Preferences {
  return sensible(kept('prefs'), { ...DEFAULTS, language: preferred(globalThis.navigator?.languages ?? []) })
}

/** Read and assigned like any object; what changes is shown at once, and kept. */
export const prefs: Preferences = $state(stored())

if (typeof window !== 'undefined') {
  $effect.root(() => {
    $effect(() => keep('prefs', $state.snapshot(prefs)))
    $effect(() => {
      const { theme } = prefs
      if (theme === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = theme
    })
  })
  // Another tab has changed something.
  window.addEventListener('storage', (event) => {
    if (event.key === 'kolej.prefs') Object.assign(prefs, stored())
  })
}
