/** The user's list of tables: what can be done about each, and how it is kept up to date. */
import type { TableInfo } from '../net/wire'

export type TableAction = 'leave' | 'resign' | 'delete' | 'hide'

/**
 * A table can be left until its game is over, a game that is played can be given up, and those whom the server allows
 * it can delete the table; every table can be hidden.
 */
export function actionsOf(table: Pick<TableInfo, 'stage' | 'seats' | 'deletion'>): TableAction[] {
  const seated = table.seats.some((seat) => seat.yours)
  return [
    ...(seated && table.stage !== 'over' ? (['leave'] as const) : []),
    ...(seated && table.stage === 'playing' ? (['resign'] as const) : []),
    ...(table.deletion ? (['delete'] as const) : []),
    'hide',
  ]
}

/** The list with its first page fetched again: what is gone from that page goes, later pages stay. */
export function withNewest(tables: readonly TableInfo[], newest: readonly TableInfo[], page: number): TableInfo[] {
  const fresh = new Set(newest.map(({ code }) => code))
  // With less than a page there are no others.
  if (newest.length < page) return [...newest]
  const last = tables.findIndex(({ code }) => code === newest[newest.length - 1].code)
  const later = last < 0 ? tables.slice(page) : tables.slice(last + 1)
  return [...newest, ...later.filter(({ code }) => !fresh.has(code))]
}
