import { expect, test } from 'vitest'
import { parts } from './rich'

const words: Record<string, string> = { took: '{who} takes {card} ({count})', back: '{card}: {who}' }
const t = (key: string, values: Record<string, string | number> = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

test('things stand where the language puts them', () => {
  const values = { who: { is: 'player', seat: 2 }, card: { is: 'card', kind: 1 }, count: 3 } as const
  expect(parts({ key: 'took', values }, t)).toEqual([values.who, ' takes ', values.card, ' (3)'])
  expect(parts({ key: 'back', values }, t)).toEqual([values.card, ': ', values.who])
})
