/** Whether drawn tickets could be undone at a table, as its settings and the people at it stand. */
import type { TableInfo } from '../../net/wire'

export type UndoRule = 'none' | 'agreed' | 'free'

/** What was seen is undone freely by somebody alone with bots; at other tables the other people have to agree. */
export function undoRule({ settings, seats }: Pick<TableInfo, 'settings' | 'seats'>, own: number | null): UndoRule {
  const others = seats.filter(({ kind, absent, seat }) => kind === 'person' && !absent && seat !== own)
  const alone = seats.every(({ kind, yours }) => kind !== 'person' || yours)
  if (settings.undo === 'free' && alone) return 'free'
  return settings.undo === 'none' || others.length === 0 ? 'none' : 'agreed'
}
