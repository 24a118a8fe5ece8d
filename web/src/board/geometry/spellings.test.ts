import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spellings } from './spellings'

const editions = new URL('../../../../src/kolej/editions/', import.meta.url)
const boards = readdirSync(editions, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

/** The names of the cities of a board. */
function namesOf(board: string): string[] {
  const text = readFileSync(new URL(`${board}/board.toml`, editions), 'utf8')
  const [, cities] = /^cities = \[$(.*?)^\]$/ms.exec(text) ?? []
  return [...(cities ?? '').matchAll(/ name = "([^"]+)"/g)].map(([, name]) => name)
}

it.each(boards)('all names of %s are written differently, in whatever way', (board) => {
  const names = namesOf(board)
  expect(names.length).toBeGreaterThan(10)
  const owners = new Map<string, Set<string>>()
  for (const name of names)
    for (const short of [false, true])
      for (const lines of spellings({ lines: [name] }, names, short))
        owners.set(lines.join(' '), (owners.get(lines.join(' ')) ?? new Set()).add(name))
  expect([...owners].filter(([, cities]) => cities.size > 1)).toEqual([])
})

it('an abbreviation has as many letters as no other name begins with', () => {
  const all = ['Takamatsu', 'Takasaki', 'Tokyo', 'Taka']
  const short = (name: string) => spellings({ lines: [name] }, all, true)
  expect(short('Takamatsu')).toEqual([['Takam.']])
  expect(short('Takasaki')).toEqual([['Takas.']])
  expect(short('Tokyo')).toEqual([['Tok.']])
  expect(spellings({ lines: ['Greenwich Village'] }, all, true)).toEqual([['G. V.']])
  expect(spellings({ lines: ['Greenwich Village'] }, ['Grand Villa'], true)).toEqual([])
})
