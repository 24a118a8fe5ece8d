import { expect, test } from 'vitest'
import { vehicleOf } from './vehicles'

const COLORS = ['red', 'blue', 'green', 'yellow', 'orange', 'purple', 'black', 'white']
const TOWN_COLORS = ['red', 'blue', 'green', 'orange', 'purple', 'black']

test.each([
  [['train', 'station'], COLORS],
  [['taxi'], TOWN_COLORS],
  [['tram', 'subway'], TOWN_COLORS],
])('every colour has a vehicle of its own beside %s', (pieces, colors) => {
  const drawn = colors.map((color) => vehicleOf(color, false, pieces, 'locomotive'))
  expect(new Set(drawn).size).toBe(colors.length)
})

test('fleets differ, and a wild shows what it is called', () => {
  expect(vehicleOf('red', false, ['taxi'], 'taxi')).not.toBe(vehicleOf('red', false, ['train'], 'locomotive'))
  const wilds = ['locomotive', 'taxi', 'bicycle'].map((wild) => vehicleOf('wild', true, ['train'], wild))
  expect(new Set(wilds).size).toBe(3)
  expect(vehicleOf('wild', true, [], 'hovercraft')).toBe(wilds[0])
})

test('an unknown colour or piece still has a vehicle', () => {
  expect(vehicleOf('mauve', false, ['gondola'], '').body).not.toBe('')
})

test('vehicles stay inside their picture', () => {
  for (const pieces of [['train'], ['taxi'], ['tram']])
    for (const color of COLORS) {
      const { body } = vehicleOf(color, false, pieces, 'taxi')
      const starts = [...body.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
      expect(starts.length).toBeGreaterThan(0)
      for (const [x, y] of starts) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(80)
        expect(y).toBeLessThanOrEqual(42)
      }
    }
})
