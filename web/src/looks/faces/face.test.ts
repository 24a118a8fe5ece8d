import { expect, test } from 'vitest'
import { faceOf } from './face'

const NAMES = ['Pim', 'Lola', 'Bo', 'Tilda', 'Otto', 'Zofia', 'Ivo', 'Mina', 'Vera', 'Ingrid', 'Magnus', 'Tycho']

test('a name always has the same face', () => {
  for (const name of NAMES) expect(faceOf(name)).toEqual(faceOf(name))
})

test('different names have different faces', () => {
  expect(new Set(NAMES.map((name) => JSON.stringify(faceOf(name)))).size).toBe(NAMES.length)
})

test('any text has a face', () => {
  for (const name of ['', 'Łucja 2', '🚂', 'x'.repeat(500)]) expect(faceOf(name).skin).toMatch(/^#/)
})
