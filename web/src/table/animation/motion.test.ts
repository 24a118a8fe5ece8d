import { expect, test } from 'vitest'
import { PHASE, type EditionData, type EventPair, type View } from '../../net/wire'
import { blankView } from '../log/log-record'
import { motion } from './motion'

const edition = {
  colors: ['red', 'blue'],
  face_up: 5,
  pool: 16,
  piece_order: ['train'],
  pieces: { train: 45 },
  routes: [{ spaces: 3 }, { spaces: 1 }],
  cities: [{}],
  builder: null,
} as unknown as EditionData
const start = blankView(edition, 2, 0)
const view: View = { ...start, status: { ...start.status, phase: PHASE.turn } }
const { status } = view

test('an open card flies from its slot to the player who took it', () => {
  const taken: EventPair = ['CardTaken', { status, seat: 1, slot: 3, card: 2, hand_size: 1, known: [], hand: null }]
  expect(motion(edition, view, taken).flights).toEqual([
    { from: 'slot:3', to: 'seat:1', what: { type: 'card', kind: 2 }, delay: 0 },
  ])
})

test('a card drawn blind shows its back, unless it is one’s own', () => {
  const drawn = (seat: number, card: number | null): EventPair => [
    'CardDrawn',
    { status, seat, dealt: false, hand_size: 1, card, hand: null },
  ]
  expect(motion(edition, view, drawn(1, null)).flights[0]).toMatchObject({ to: 'seat:1', what: { kind: null } })
  expect(motion(edition, view, drawn(0, 2)).flights[0]).toMatchObject({ to: 'hand', what: { kind: 2 } })
})

test('nothing is waited for while the game is set up', () => {
  const up: EventPair = ['CardTurnedUp', { status, slot: 0, card: 1, unseen: [] }]
  expect(motion(edition, start, up).lasts).toBe(0)
  expect(motion(edition, view, up).lasts).toBeGreaterThan(0)
})

test('what was paid goes to the route, card by card, and a long route takes longer', () => {
  const claimed = (route: number): EventPair => {
    const hand = { hand_size: 0, known: [], discard: [], shown: [], laid: [], turned: [], hand: null }
    return [
      'RouteClaimed',
      { status, seat: 1, route, option: 0, cards: [1, 2], points: 4, track: 0, supply: [], ...hand },
    ]
  }
  const { flights, lasts } = motion(edition, view, claimed(0))
  expect(flights.map((each) => each.what)).toEqual([0, 1, 1].map((kind) => ({ type: 'card', kind })))
  expect(flights[0]).toMatchObject({ from: 'seat:1', to: 'route:0' })
  expect(lasts).toBeGreaterThan(motion(edition, view, claimed(1)).lasts)
  const laid = { ...view, laid: [1, 2, 0] }
  expect(motion(edition, laid, claimed(0)).flights[0].from).toBe('laid')
})
