import { expect, test } from 'vitest'
import type { EditionData, View } from '../../net/wire'
import { tunnelAttempt } from './tunnel-attempt'

const edition = {
  colors: ['red', 'blue'],
  options: [{ route: 7 }, { route: 9 }],
  tunnel_matches: [[0], [0, 1], [0, 2]],
} as unknown as EditionData
const view = (option: number) => ({ status: { option, seat: 2, color: 1 }, turned: [1, 1, 1] }) as unknown as View

test('a tunnel on trial shows the cards turned up, and which of them cost more', () => {
  expect(tunnelAttempt(edition, view(1))).toEqual({
    route: 9,
    option: 1,
    seat: 2,
    turned: [
      { color: 'wild', match: true },
      { color: 'red', match: true },
      { color: 'blue', match: false },
    ],
  })
})

test('which cards cost more is what the edition says', () => {
  const other = { ...edition, tunnel_matches: [[0], [2], [0, 2]] } as unknown as EditionData
  expect(tunnelAttempt(other, view(1))?.turned.map(({ match }) => match)).toEqual([false, false, true])
})

test('no option, no trial', () => expect(tunnelAttempt(edition, view(-1))).toBeNull())
