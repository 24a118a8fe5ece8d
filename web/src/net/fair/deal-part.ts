/** A browser's part in a fair deal: it commits to a seed for each of its seats, stores what it saw, and opens them. */
import type { Refusal } from '../refusal'
import { freshSeed, seatCommitment, tableCommitment, type SeatCommitment } from './commitments'
import { load, remove, save, savedNames } from '../../browser/storage'
import type { NewCommand } from '../outbox'
import type { DealFrame } from '../wire'

/** What a browser stores of a deal, to be compared with later frames and with the game file. */
export interface DealNote {
  server: string
  /** Seeds of the browser's own seats, in hexadecimal digits. */
  seeds: Record<string, string>
  /** Seats whose commitment the server has confirmed. Notes of earlier versions of the page lack it. */
  committed?: number[]
  /** Seats whose seed the server has confirmed to have. */
  opened?: number[]
  /** The commitment of the table, once all seats have committed. */
  whole: string | null
  at: number
}

/**
 * What does not match: the server's commitment, that of a seat as it was published, or that of the table; or the server
 * says that a seat has not opened its seed, although it has confirmed that seed to this browser.
 */
export type DealFault = { type: 'server' | 'table' } | { type: 'seat' | 'unopened'; seat: number }

const MAX_NOTES = 40
const name = (code: string) => `deal.${code}`

/** What this browser stored of the deal of a table. */
export function dealNote(code: string): DealNote | null {
  return load<DealNote>(name(code))
}

function store(code: string, note: DealNote): void {
  save(name(code), note)
  const others = savedNames('deal.').filter((each) => each !== name(code))
  const oldest = others.sort((a, b) => (load<DealNote>(a)?.at ?? 0) - (load<DealNote>(b)?.at ?? 0))
  oldest.slice(0, Math.max(0, oldest.length + 1 - MAX_NOTES)).forEach(remove)
}

/** Commitments for own seats that the deal waits for. Seeds are stored first: one that is lost could not be opened. */
function commitments(code: string, frame: DealFrame, mine: number[]): { seat: number; hash: string }[] {
  const old = dealNote(code)
  const note: DealNote =
    old?.server === frame.server ? old : { server: frame.server, seeds: {}, committed: [], whole: null, at: Date.now() }
  const awaited = frame.waits_for.filter((seat) => mine.includes(seat))
  for (const seat of awaited) note.seeds[seat] ??= freshSeed()
  store(code, note)
  return awaited.map((seat) => ({ seat, hash: seatCommitment(frame.server, seat, note.seeds[seat]) }))
}

/** Another browser of the same user has committed for the seat: this one must not open its seed. */
function disown(code: string, seat: number): void {
  const note = dealNote(code)
  if (!note) return
  delete note.seeds[seat]
  store(code, note)
}

/** The server has confirmed a commitment or a seed: it can't deny that it has it. */
function confirm(code: string, what: 'committed' | 'opened', seat: number): void {
  const note = dealNote(code)
  if (note) store(code, { ...note, [what]: [...(note[what] ?? []), seat] })
}

/** Checks the published commitments, and stores the commitment of the table. */
function check(code: string, frame: DealFrame): DealFault | null {
  if (!frame.commitments) return null
  const published = frame.commitments as unknown as SeatCommitment[]
  const note: DealNote = dealNote(code) ?? { server: frame.server, seeds: {}, whole: null, at: Date.now() }
  if (note.server !== frame.server) return { type: 'server' }
  for (const [key, seed] of Object.entries(note.seeds)) {
    const seat = Number(key)
    if (published[seat]?.who === 'server' && note.committed && !note.committed.includes(seat)) {
      // The commitment came too late, and this seed is not in the deal.
      delete note.seeds[key]
      continue
    }
    if (published[seat]?.hash !== seatCommitment(frame.server, seat, seed)) return { type: 'seat', seat }
    if (published[seat].stand_in && note.opened?.includes(seat)) return { type: 'unopened', seat }
  }
  const whole = tableCommitment(frame.server, published)
  if (note.whole !== null && note.whole !== whole) return { type: 'table' }
  store(code, { ...note, whole })
  return null
}

/** Seeds of own seats that the deal waits for. */
function openings(code: string, frame: DealFrame, mine: number[]): { seat: number; seed: string }[] {
  const seeds = dealNote(code)?.seeds ?? {}
  return frame.waits_for
    .filter((seat) => mine.includes(seat) && seeds[seat])
    .map((seat) => ({ seat, seed: seeds[seat] }))
}

/** Takes part in one deal for the browser's own seats, as its frames arrive. */
export class DealPart {
  /** Commands already sent: frames come again after a reconnect. */
  readonly #sent = new Set<string>()

  constructor(
    private readonly code: string,
    private readonly send: (command: NewCommand) => Promise<unknown>,
  ) {}

  /** The fault, if commitments do not match; seeds stay closed then. */
  receive(frame: DealFrame, mine: number[]): DealFault | null {
    if (frame.stage === 'commit') {
      for (const { seat, hash } of commitments(this.code, frame, mine)) {
        this.#sendOnce(
          { type: 'commit', seat, hash },
          () => confirm(this.code, 'committed', seat),
          () => disown(this.code, seat),
        )
      }
      return null
    }
    const fault = check(this.code, frame)
    if (frame.stage === 'open' && !fault) {
      for (const { seat, seed } of openings(this.code, frame, mine)) {
        this.#sendOnce({ type: 'open', seat, seed }, () => confirm(this.code, 'opened', seat))
      }
    }
    return fault
  }

  #sendOnce(command: NewCommand, confirmed: () => void, refused: () => void = () => undefined): void {
    const text = JSON.stringify(command)
    if (this.#sent.has(text)) return
    this.#sent.add(text)
    // A player who only leaves the table keeps the seed, and opens it later.
    this.send(command).then(confirmed, (refusal: Refusal) => refusal.code !== 'closed' && refused())
  }
}
