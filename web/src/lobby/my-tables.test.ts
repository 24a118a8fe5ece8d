import { expect, test } from 'vitest'
import type { TableInfo } from '../net/wire'
import { actionsOf, withNewest } from './my-tables'

const table = (code: string, more: Partial<TableInfo> = {}) =>
  ({ code, stage: 'playing', seats: [{ yours: true }], deletion: null, ...more }) as unknown as TableInfo
const codes = (tables: TableInfo[]) => tables.map(({ code }) => code).join('')
const tables = (all: string) => [...all].map((code) => table(code))

test('a game is left or given up while it runs, and deleted by those who may', () => {
  expect(actionsOf(table('A'))).toEqual(['leave', 'resign', 'hide'])
  expect(actionsOf(table('A', { stage: 'gathering' }))).toEqual(['leave', 'hide'])
  expect(actionsOf(table('A', { seats: [] }))).toEqual(['hide'])
  expect(actionsOf(table('A', { stage: 'over' }))).toEqual(['hide'])
  expect(actionsOf(table('A', { stage: 'over', deletion: { agreed: [], needed: [0] } }))).toEqual(['delete', 'hide'])
  expect(actionsOf(table('A', { stage: 'gathering', seats: [], deletion: { agreed: [], needed: [] } }))).toEqual([
    'delete',
    'hide',
  ])
})

test('the first page is fetched again, later pages stay', () => {
  expect(codes(withNewest([], tables('FED'), 3))).toBe('FED')
  expect(codes(withNewest(tables('FEDCBA'), tables('GFE'), 3))).toBe('GFEDCBA')
  expect(codes(withNewest(tables('FEDCBA'), tables('FDC'), 3))).toBe('FDCBA')
  expect(codes(withNewest(tables('FED'), tables('F'), 3))).toBe('F')
  expect(codes(withNewest(tables('FEDCBA'), tables('XYZ'), 3))).toBe('XYZCBA')
})
