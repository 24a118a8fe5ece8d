/** A player's preferences on this device. */
import { load, save } from './storage'
import { LANGUAGES, preferredLanguage, type Language } from './languages'

export interface Preferences {
  language: Language
  theme: 'system' | 'light' | 'dark'
  /** Speed of animations; `off` shows results at once. */
  speed: 'off' | 'fast' | 'normal' | 'slow'
  /** Ask before a route is claimed. */
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
  /** A browser notification when it is the player's turn and the page is hidden. */
  notices: boolean
  /** At the end, reveal tickets one by one. */
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

/** Stored preferences, with defaults for unknown or outdated values. */
export function validated(stored: unknown, defaults: Preferences): Preferences {
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
  return validated(load('prefs'), { ...DEFAULTS, language: preferredLanguage(globalThis.navigator?.languages ?? []) })
}

/** Read and assigned like any object; changes are shown at once, and stored. */
export const preferences: Preferences = $state(stored())

if (typeof window !== 'undefined') {
  $effect.root(() => {
    $effect(() => save('prefs', $state.snapshot(preferences)))
    $effect(() => {
      const { theme } = preferences
      if (theme === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = theme
    })
  })
  // Another tab has changed something.
  window.addEventListener('storage', (event) => {
    if (event.key === 'kolej.prefs') Object.assign(preferences, stored())
  })
}
