import { expect, test } from 'vitest'
import { glued, richParts } from './rich-text'

const words: Record<string, string> = { took: '{who} takes {card} ({count})', back: '{card}: {who}' }
const t = (key: string, values: Record<string, string | number> = {}) =>
  (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

test('things stand where the language puts them', () => {
  const values = { who: { type: 'player', seat: 2 }, card: { type: 'card', kind: 1 }, count: 3 } as const
  expect(richParts({ key: 'took', values }, t)).toEqual([values.who, ' takes ', values.card, ' (3)'])
  expect(richParts({ key: 'back', values }, t)).toEqual([values.card, ': ', values.who])
})

test('what belongs to cards stays on their line', () => {
  const cards = { type: 'cards', counts: [0, 2] } as const
  const route = { type: 'route', route: 3 } as const
  expect(glued(['You claim ', route, ' with ', cards, ':\u00a0+7. Well', ' done'])).toEqual([
    { part: 'You claim ', tail: '' },
    { part: route, tail: '' },
    { part: ' with ', tail: '' },
    { part: cards, tail: ':\u00a0+7.' },
    { part: ' Well', tail: '' },
    { part: ' done', tail: '' },
  ])
  expect(glued([cards, ' for it'])[0].tail).toBe('')
  expect(glued([route, '.'])).toEqual([
    { part: route, tail: '' },
    { part: '.', tail: '' },
  ])
})
