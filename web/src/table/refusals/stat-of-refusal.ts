/** Which counter on the screen a refusal is about, so that it can draw attention. */

export type Counter = 'pieces' | 'hand' | 'market' | 'tickets' | 'turn'

const ABOUT: readonly (readonly [start: string, counter: Counter])[] = [
  ['claim.pieces', 'pieces'],
  ['tram.pieces', 'pieces'],
  ['pieces.', 'pieces'],
  ['bullet.', 'pieces'],
  ['claim.set', 'hand'],
  ['ferry.', 'hand'],
  ['wild.', 'hand'],
  ['set.', 'hand'],
  ['tunnel.', 'hand'],
  ['subway.', 'hand'],
  ['station.', 'hand'],
  ['draw.', 'market'],
  ['ticket.', 'tickets'],
  ['setup.keep', 'tickets'],
  ['turn.', 'turn'],
]

export function counterOf(rule: string | null): Counter | null {
  return ABOUT.find(([start]) => rule?.startsWith(start))?.[1] ?? null
}
