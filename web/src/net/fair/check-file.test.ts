import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fileMatches } from './check-file'
import type { DealNote } from './deal-part'

const file = readFileSync(new URL('../../../../examples/fair-game.kolej', import.meta.url), 'utf8')
const note: DealNote = {
  server: '12cd4ed11ac2ffeb423d43faea1b8930df2d6b82ffca0f77d0daa7ed5b748c2d',
  seeds: { 0: 'ada0'.repeat(16) },
  opened: [0],
  whole: '27bfd4e4edc44fc29e7f859c3dddbd49b32731f6a14cc39770d8169e4d460b7a',
  at: 0,
}

it('a file with the promised commitments and the own seed matches', () => {
  expect(fileMatches(file, note)).toBe(true)
})

it.each([
  ['another seed of the own seat', { seeds: { 0: 'b0'.repeat(32) } }],
  ['another commitment of the server', { server: '00'.repeat(32) }],
  ['another commitment of the table', { whole: '00'.repeat(32) }],
])('%s does not match', (_, change) => {
  expect(fileMatches(file, { ...note, ...change })).toBe(false)
})

it('a file without seeds does not match', () => {
  expect(fileMatches(file.replaceAll(/^seed .*$/gm, ''), note)).toBe(false)
})

it('a seed that was never opened is not looked for', () => {
  expect(fileMatches(file, { ...note, seeds: { 0: 'b0'.repeat(32) }, opened: [] })).toBe(true)
})
