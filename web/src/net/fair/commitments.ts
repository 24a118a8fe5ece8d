/** Commitments of a fair deal: hashes of seeds, byte for byte as in `docs/fair-deals.md`. */
import { sha256 } from './sha256'

/** The commitment of a seat: to its own seed, or to a fallback seed of the server. */
export interface SeatCommitment {
  who: string
  hash: string
  /** Why the server's fallback seed was used although the seat had committed to its own. */
  stand_in?: string | null
}

/** 256 secret bits, in hexadecimal digits. */
export function freshSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)))
}

/** The commitment of a seat that has this seed. */
export function seatCommitment(server: string, seat: number, seed: string): string {
  return hashed(block('kolej fair 1 seat', bytes(server), String(seat), bytes(seed)))
}

/** One hash over all commitments: what a player stores before any seed is opened. */
export function tableCommitment(server: string, seats: SeatCommitment[]): string {
  const fields = seats.flatMap(({ who, hash }) => [who, bytes(hash)])
  return hashed(block('kolej fair 1 table', bytes(server), ...fields))
}

/** Fields one after the other, each preceded by its length in four bytes. */
export function block(...fields: (string | Uint8Array)[]): Uint8Array {
  const raws = fields.map((field) => (typeof field === 'string' ? new TextEncoder().encode(field) : field))
  const whole = new Uint8Array(raws.reduce((sum, raw) => sum + 4 + raw.length, 0))
  let at = 0
  for (const raw of raws) {
    new DataView(whole.buffer).setUint32(at, raw.length)
    whole.set(raw, at + 4)
    at += 4 + raw.length
  }
  return whole
}

export function hashed(raw: Uint8Array): string {
  return hex(sha256(raw))
}

export function hex(raw: Uint8Array): string {
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytes(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}
