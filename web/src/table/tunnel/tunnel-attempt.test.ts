import { expect, test } from 'vitest'
import type { EditionData, View } from '../../net/wire'
import { trialOf } from './tunnel-attempt'

const edition = { colors: ['red', 'blue'], ways: [{ route: 7 }, { route: 9 }] } as unknown as EditionData
const view = (way: number) => ({ status: { way, seat: 2, color: 1 }, turned: [1, 1, 1] }) as unknown as View

test('a tunnel on trial shows the cards turned up, and which of them cost more', () => {
  expect(trialOf(edition, view(1))).toEqual({
    route: 9,
    seat: 2,
    turned: [
      { color: 'wild', match: true },
      { color: 'red', match: true },
      { color: 'blue', match: false },
    ],
  })
})

test('no way, no trial', () => expect(trialOf(edition, view(-1))).toBeNull())
