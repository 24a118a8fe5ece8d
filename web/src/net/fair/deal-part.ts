/** A page's part in a fair deal: it promises a seed for each of its own seats, notes what it saw, and opens them. */
import type { Refusal } from '../http'
import { freshSeed, seatCommitment, tableCommitment, type Promised } from './commitments'
import { forget, keep, kept, keptNames } from '../../browser/storage'
import type { Said } from '../outbox'
import type { DealFrame } from '../wire'

/** What a browser has noted of a deal, to be compared with the file of the game. */
export interface DealNote {
  server: string
  /** Own seeds by seat, in hexadecimal digits. */
  seeds: Record<string, string>
  /** The commitment of the table, once all promises were fixed. */
  whole: string | null
  at: number
}

/** What does not fit: the server's promise, or the promise of a seat as it was published. */
export type DealFault = { kind: 'server' } | { kind: 'seat'; seat: number } | { kind: 'table' }

const MOST_NOTES = 40
const name = (code: string) => `deal.${code}`

/** What was noted of the deal of a table. */
export function dealNote(code: string): DealNote | null {
  return kept<DealNote>(name(code))
}

function write(code: string, note: DealNote): void {
  keep(name(code), note)
  const others = keptNames('deal.').filter((each) => each !== name(code))
  const oldest = others.sort((a, b) => (kept<DealNote>(a)?.at ?? 0) - (kept<DealNote>(b)?.at ?? 0))
  oldest.slice(0, Math.max(0, oldest.length + 1 - MOST_NOTES)).forEach(forget)
}

/** Promises for own seats that the deal waits for. The seeds are noted first: a promise nobody can keep is worthless. */
function promises(code: string, frame: DealFrame, mine: number[]): { seat: number; hash: string }[] {
  const old = dealNote(code)
  const note: DealNote =
    old?.server === frame.server ? old : { server: frame.server, seeds: {}, whole: null, at: Date.now() }
  const awaited = frame.waits_for.filter((seat) => mine.includes(seat))
  for (const seat of awaited) note.seeds[seat] ??= freshSeed()
  write(code, note)
  return awaited.map((seat) => ({ seat, hash: seatCommitment(frame.server, seat, note.seeds[seat]) }))
}

/** A seat's promise was made elsewhere, by another browser of the same person: its seed is not ours to open. */
function disown(code: string, seat: number): void {
  const note = dealNote(code)
  if (!note) return
  delete note.seeds[seat]
  write(code, note)
}

/** Looks whether everything is as promised, and notes the commitment of the table. */
function checked(code: string, frame: DealFrame): DealFault | null {
  if (!frame.commitments) return null
  const published = frame.commitments as unknown as Promised[]
  const note = dealNote(code) ?? { server: frame.server, seeds: {}, whole: null, at: Date.now() }
  if (note.server !== frame.server) return { kind: 'server' }
  for (const [seat, seed] of Object.entries(note.seeds)) {
    const hash = seatCommitment(frame.server, Number(seat), seed)
    if (published[Number(seat)]?.hash !== hash) return { kind: 'seat', seat: Number(seat) }
  }
  const whole = tableCommitment(frame.server, published)
  if (note.whole !== null && note.whole !== whole) return { kind: 'table' }
  write(code, { ...note, whole })
  return null
}

/** Own seeds that the deal waits for. */
function openings(code: string, frame: DealFrame, mine: number[]): { seat: number; seed: string }[] {
  const seeds = dealNote(code)?.seeds ?? {}
  return frame.waits_for
    .filter((seat) => mine.includes(seat) && seeds[seat])
    .map((seat) => ({ seat, seed: seeds[seat] }))
}

/** Takes part in one deal for one's own seats, as its frames come in. */
export class DealPart {
  /** What was sent already: frames come again when the line was broken. */
  readonly #sent = new Set<string>()

  constructor(
    private readonly code: string,
    private readonly say: (said: Said) => Promise<unknown>,
  ) {}

  /** Says whether something is not as promised; seeds stay closed then. */
  hear(frame: DealFrame, mine: number[]): DealFault | null {
    if (frame.stage === 'commit') {
      for (const { seat, hash } of promises(this.code, frame, mine)) {
        this.#send({ do: 'commit', seat, hash }, () => disown(this.code, seat))
      }
      return null
    }
    const fault = checked(this.code, frame)
    if (frame.stage === 'open' && !fault) {
      for (const { seat, seed } of openings(this.code, frame, mine)) this.#send({ do: 'open', seat, seed })
    }
    return fault
  }

  #send(said: Said, refused: () => void = () => undefined): void {
    const words = JSON.stringify(said)
    if (this.#sent.has(words)) return
    this.#sent.add(words)
    // Whoever only leaves the table keeps the seed, and opens it later.
    this.say(said).catch((refusal: Refusal) => refusal.code !== 'closed' && refused())
  }
}
