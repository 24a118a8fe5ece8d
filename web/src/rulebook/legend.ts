/** The numbers of a legend, from what the server says about an edition's rules. */
import { pieceName } from '../i18n/names'
import { t, tOr } from '../i18n/translate.svelte'
import type { AwardData, EditionData } from '../net/wire'

export interface PointsTable {
  /** The piece that is placed, and the kinds of routes that take it. */
  piece: string
  kinds: string[]
  /** One piece whatever the route costs: its length counts cards. */
  single: boolean
  /** Lengths with their points, shortest first. */
  rows: [length: number, points: number][]
}

/** The points for routes by length: a table for each kind of piece. */
export function pointsTables(edition: EditionData): PointsTable[] {
  const tables = new Map<string, PointsTable>()
  for (const option of edition.options) {
    if (option.pieces === 0) continue
    const { length, kind } = edition.routes[option.route]
    const single = option.pieces < length
    const table = tables.get(option.piece) ?? { piece: option.piece, kinds: [], single: false, rows: [] }
    table.single ||= single
    if (!table.kinds.includes(kind)) table.kinds.push(kind)
    if (!table.rows.some(([known]) => known === length)) table.rows.push([length, option.points])
    tables.set(option.piece, table)
  }
  for (const table of tables.values()) table.rows.sort(([one], [two]) => one - two)
  return [...tables.values()]
}

/** The name of an award; a custom one has its English name. */
export const awardName = (award: AwardData): string => tOr(`end.award.${award.name}`, award.label)

/** What a ranking gives, as rows: a rank, or a marker that never moved, and the points for each number of players. */
export function rankingRows(award: AwardData): { rank: number | null; points: (number | null)[] }[] {
  const tables = Object.keys(award.places).toSorted((one, two) => Number(one) - Number(two))
  const ranks = Math.max(0, ...tables.map((seats) => award.places[seats].length))
  const rows = Array.from({ length: ranks }, (_, at) => ({
    rank: at + 1,
    points: tables.map((seats) => award.places[seats][at] ?? null),
  }))
  return [...rows, { rank: null, points: tables.map(() => award.unmoved) }]
}

/** When the last round begins, in sentences. */
export function triggerText({ end_pieces: count, facts, pool_piece }: EditionData): string[] {
  const [piece, ...others] = facts.end_of
  const own =
    others.length > 0
      ? t('legend.trigger.any', { count })
      : t('legend.trigger.about', { pieces: pieceName(piece, count) })
  if (facts.end_pool === null || pool_piece === null) return [own]
  return [own, t('legend.trigger.pool', { pieces: pieceName(pool_piece, facts.end_pool) })]
}

/** Points with their sign. */
export function signed(points: number | null): string {
  if (points === null) return ''
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'
}
