import { expect, it } from 'vitest'
import type { Drawing } from '../../net/wire'
import { focusArea } from './focus-area'
import { Stops } from './stops'

const name = { x: 0, y: 0, anchor: 'start' as const, lines: [''], size: 12 }
const drawing: Drawing = {
  width: 400,
  height: 300,
  thick: 15,
  routes: [
    { spaces: [[100, 50, 0, 20]], line: [] },
    { spaces: [[200, 80, 0, 20]], line: [] },
  ],
  cities: [10, 60, 300].map((x) => ({ x, y: x, name, inset: null })),
  panels: [],
  frame: { width: 0, slots: [] },
  cartouche: null,
  track: null,
}
const stops = new Stops(drawing, new Set(), false)
const nothing = { attempt: null, marks: [], last: [] }

it('is where a tunnel is tried, where open tickets lead, where something was claimed', () => {
  const attempt = { route: 1, option: 1, seat: 0, turned: [] }
  const marks = [
    { city: 0, kind: 'todo' as const },
    { city: 1, kind: 'offer' as const },
    { city: 2, kind: 'done' as const },
  ]
  expect(focusArea(stops, { attempt, marks, last: [0] })).toEqual([190, 80, 210, 80])
  expect(focusArea(stops, { attempt: null, marks, last: [0] })).toEqual([10, 10, 60, 60])
  expect(focusArea(stops, { attempt: null, marks: marks.slice(2), last: [0] })).toEqual([90, 50, 110, 50])
  expect(focusArea(stops, nothing)).toBeNull()
})
