// Where the network of a board lies: spaces of routes, cities and names. What is drawn under it keeps away from it.

import { distanceField } from './raster.mjs'
import { cornersOf, grown } from './shapes.mjs'

/** Width of a letter and height of a line, in font sizes. */
const LETTER = 0.6
const LINE = 1.15
const CITY = 11
const CELL = 2

function turned([x, y, angle, length], thick) {
  const turn = (angle * Math.PI) / 180
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u, v]) => {
    const [along, across] = [(u * length) / 2, (v * thick) / 2]
    return [x + along * c - across * s, y + along * s + across * c]
  })
}

export function nameBox({ x, y, anchor, lines, size }) {
  const wide = Math.max(...lines.map((line) => line.length)) * LETTER * size
  const left = x - { start: 0, middle: wide / 2, end: wide }[anchor]
  const half = (LINE * lines.length * size) / 2
  return [left, y - half, left + wide, y + half]
}

const spotsOf = ({ cities }) => cities.flatMap((city) => [city, city.inset]).filter(Boolean)

/** The outlines of everything in the network. */
export function outlinesOf({ routes, thick, cities }) {
  const spots = spotsOf({ cities })
  return [
    ...routes.flatMap(({ spaces }) => spaces.map((space) => turned(space, thick))),
    // The line between two cities that leads through the spaces.
    ...routes.flatMap(({ line }) => line.slice(1).map((to, n) => broad(line[n], to, 2))),
    ...spots.map(({ x, y }) => cornersOf([x - CITY, y - CITY, x + CITY, y + CITY])),
    ...spots.map(({ name }) => cornersOf(nameBox(name))),
  ]
}

function broad([ax, ay], [bx, by], half) {
  const far = Math.hypot(bx - ax, by - ay) || 1
  const [dx, dy] = [((by - ay) / far) * half, ((ax - bx) / far) * half]
  return [
    [ax + dx, ay + dy],
    [bx + dx, by + dy],
    [bx - dx, by - dy],
    [ax - dx, ay - dy],
  ]
}

/** How far each point of a board is from its network. */
export function networkField(drawing) {
  return distanceField(outlinesOf(drawing), grown([0, 0, drawing.width, drawing.height], 4), CELL, true)
}
