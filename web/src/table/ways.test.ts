import { expect, test } from 'vitest'
import type { EditionData, View } from '../net/wire'
import { wayNow } from './ways'

const way = (route: number, shared: boolean) => ({ route, shared, points: shared ? 0 : 4 })
const edition = { ways: [way(0, false), way(1, true), way(1, false)] } as unknown as EditionData
const left = (pool: number) => ({ status: { pool } }) as View

test('a shared piece as long as there is one', () => {
  expect(wayNow(edition, left(3), 1)?.shared).toBe(true)
  expect(wayNow(edition, left(0), 1)?.shared).toBe(false)
  expect(wayNow(edition, left(3), 0)?.shared).toBe(false)
  expect(wayNow(edition, null, 7)).toBeNull()
})
