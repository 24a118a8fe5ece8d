/** The sound of each event, synthesised from a few tones. */
import type { EditionData, EventPair } from '../../net/wire'

export type Sound = 'turn' | 'card' | 'route' | 'flush' | 'ticket' | 'last' | 'end'

/** A tone that starts loud and fades, gliding from one pitch to another; a rustle has no pitch. */
export interface Tone {
  /** Seconds after the sound begins. */
  at: number
  lasts: number
  /** In hertz; null for a rustle. */
  pitch: readonly [from: number, to: number] | null
  wave: 'sine' | 'triangle'
  loud: number
}

/** The sound of an event; null for silence. */
export function soundOf(event: EventPair): Sound | null {
  switch (event[0]) {
    case 'CardDrawn':
      return event[1].dealt ? null : 'card'
    case 'CardTaken':
    case 'TunnelCardTurned':
    case 'TicketsKept':
      return 'card'
    case 'RouteClaimed':
    case 'StationBuilt':
      return 'route'
    case 'DisplayFlushed':
      return 'flush'
    case 'LastRoundBegan':
      return 'last'
    case 'GameEnded':
      return 'end'
    default:
      return null
  }
}

/** How many times the sound of a piece repeats. */
export function piecesOf(edition: EditionData, event: EventPair): number {
  return event[0] === 'RouteClaimed' ? (edition.routes[event[1].route]?.spaces ?? 1) : 1
}

/** Seconds from piece to piece, as in the board's animation. */
const PIECE = 0.11

const bell = (hertz: number, at: number, lasts: number, loud = 0.5): Tone[] => [
  { at, lasts, pitch: [hertz, hertz], wave: 'sine', loud },
  { at, lasts: lasts * 0.6, pitch: [hertz * 2, hertz * 2], wave: 'sine', loud: loud * 0.25 },
]
const knock = (at: number): Tone[] => [
  { at, lasts: 0.09, pitch: [240, 110], wave: 'triangle', loud: 0.8 },
  { at, lasts: 0.03, pitch: null, wave: 'sine', loud: 0.25 },
]
/** Three pipes together, as in a train whistle. */
const whistle = (at: number, lasts: number): Tone[] =>
  [466, 554, 698].map((hertz) => ({ at, lasts, pitch: [hertz, hertz * 0.97] as const, wave: 'triangle', loud: 0.3 }))
const rising = (notes: readonly number[], step: number): Tone[] =>
  notes.flatMap((hertz, n) => bell(hertz, n * step, n === notes.length - 1 ? 0.7 : 0.3))

/** The tones of a sound; `count` is for those that repeat. */
export function tones(sound: Sound, count = 1): Tone[] {
  switch (sound) {
    case 'turn':
      return [...bell(659, 0, 0.25), ...bell(880, 0.14, 0.45)]
    case 'card':
      return [{ at: 0, lasts: 0.07, pitch: null, wave: 'sine', loud: 0.4 }]
    case 'route':
      return Array.from({ length: count }, (_, n) => knock(n * PIECE)).flat()
    case 'flush':
      return [0, 0.06, 0.12, 0.18, 0.24].map((at) => ({ at, lasts: 0.1, pitch: null, wave: 'sine', loud: 0.35 }))
    case 'ticket':
      return rising([523, 659, 784, 1047], 0.09)
    case 'last':
      return [...whistle(0, 0.3), ...whistle(0.4, 0.7)]
    case 'end':
      return [...rising([392, 523, 659, 784, 659, 1047], 0.15), ...bell(523, 0.75, 1, 0.3)]
  }
}
