// A street grid such as Manhattan's: two families of parallel lines over a shape, apart from its parks.

import { cutLine } from './shapes.mjs'

const METRES = 111320
const pairs = (text) => text.split(' ').map((pair) => pair.split(',').map(Number))

function inside(ring, [x, y]) {
  let is = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[j]
    const [bx, by] = ring[i]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) is = !is
  }
  return is
}

/** The lines, projected. */
export function blocks({ blocks: grid, land, parks }, geography) {
  if (!grid) return []
  const [lon, lat] = pairs(grid.origin)[0]
  const wide = METRES * Math.cos((lat * Math.PI) / 180)
  const turn = (grid.bearing * Math.PI) / 180
  const at = (up, across) => [
    lon + (up * Math.sin(turn) + across * Math.cos(turn)) / wide,
    lat + (up * Math.cos(turn) - across * Math.sin(turn)) / METRES,
  ]
  const shapes = [pairs(land[grid.inside]), pairs(grid.area)]
  const free = Object.values(parks ?? {}).map(pairs)
  const built = (point) => shapes.every((ring) => inside(ring, point)) && !free.some((ring) => inside(ring, point))
  const reach = 9000
  const steps = Array.from({ length: (2 * reach) / 80 + 1 }, (_, n) => n * 80 - reach)
  const found = []
  for (let across = -reach; across <= reach; across += grid.avenues) found.push(steps.map((up) => at(up, across)))
  for (let up = -reach; up <= reach; up += grid.streets) found.push(steps.map((across) => at(up, across)))
  return found.flatMap((line) => cutLine(line, built)).map((line) => line.map((point) => geography.projection(point)))
}
