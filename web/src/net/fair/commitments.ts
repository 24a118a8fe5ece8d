/** A seat's part in a fair deal: commitments, byte by byte as `docs/fair-deals.md` has them. */
import { sha256 } from './sha256'

/** What a seat has promised: its own seed, or one of the server's. */
export interface Promised {
  who: string
  hash: string
}

/** 256 secret bits, in hexadecimal digits. */
export function freshSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)))
}

/** The promise of a seat that has this seed. */
export function seatCommitment(server: string, seat: number, seed: string): string {
  return hashed(block('kolej fair 1 seat', bytes(server), String(seat), bytes(seed)))
}

/** One hash over all promises: what a player notes before any seed is opened. */
export function tableCommitment(server: string, seats: Promised[]): string {
  const promised = seats.flatMap(({ who, hash }) => [who, bytes(hash)])
  return hashed(block('kolej fair 1 table', bytes(server), ...promised))
}

/** Fields one after the other, each behind its length in four bytes. */
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
