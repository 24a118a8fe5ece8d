import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { block, bytes, freshSeed, hashed, hex, seatCommitment, tableCommitment } from './commitments'
import { sha256 } from './sha256'

const words = readFileSync(new URL('../../../../docs/fair-deals.md', import.meta.url), 'utf8')

/** A value of the table "Known answers". */
function known(what: string): string {
  const row = words.split('\n').find((line) => line.startsWith(`| ${what} | \``))
  return row!.match(/`([0-9a-f]{64})`/)![1]
}

const counted = (from: number) => Uint8Array.from({ length: 32 }, (_, index) => from + index)

describe('sha256', () => {
  it('agrees with another implementation at every length around the edges of a block', () => {
    for (let length = 0; length < 200; length++) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256)
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
    }
  })

  // The examples of FIPS 180-4.
  it.each([
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published hash of %.9s', (text, hash) => {
    expect(hashed(new TextEncoder().encode(text))).toBe(hash)
  })
})

describe('commitments', () => {
  const server = block('kolej fair 1 server', 'vector-1', 'new_york', '1', 'c9e7f9c17a855ceb', '2', '', counted(0))

  it('lay a block out as documented', () => {
    const documented = words.match(/```hex\n([^`]*)```/)![1].replace(/\s/g, '')
    expect(hex(server)).toBe(documented)
  })

  it('give the known answers', () => {
    const promise = hashed(server)
    expect(promise).toBe(known('commitment of the server'))
    const seats = [
      { who: 'own', hash: seatCommitment(promise, 0, hex(counted(32))) },
      { who: 'server', hash: seatCommitment(promise, 1, known('seed of seat 1')) },
    ]
    expect(seats.map((seat) => seat.hash)).toEqual([known('commitment of seat 0'), known('commitment of seat 1')])
    expect(tableCommitment(promise, seats)).toBe(known('commitment of the table'))
  })

  it('are made of seeds of 256 bits that differ', () => {
    const [one, other] = [freshSeed(), freshSeed()]
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect(one).not.toBe(other)
    expect(hex(bytes(one))).toBe(one)
  })
})
