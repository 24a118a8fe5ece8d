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

/** Steps in metres from a point, along a bearing and across it. */
function compass(origin, bearing) {
  const [lon, lat] = origin
  const wide = METRES * Math.cos((lat * Math.PI) / 180)
  const turn = (bearing * Math.PI) / 180
  return (up, across) => [
    lon + (up * Math.sin(turn) + across * Math.cos(turn)) / wide,
    lat + (up * Math.cos(turn) - across * Math.sin(turn)) / METRES,
  ]
}

/** The lines of all grids, projected. */
export function blocks({ blocks: grids, land, parks }, geography) {
  const free = Object.values(parks ?? {}).map(pairs)
  return Object.values(grids ?? {}).flatMap((grid) => {
    const at = compass(pairs(grid.origin)[0], grid.bearing)
    const shapes = [...(grid.inside ? [pairs(land[grid.inside])] : []), pairs(grid.area)]
    const built = (point) => shapes.every((ring) => inside(ring, point)) && !free.some((ring) => inside(ring, point))
    const reach = grid.reach ?? 9000
    const steps = Array.from({ length: (2 * reach) / 80 + 1 }, (_, n) => n * 80 - reach)
    const found = []
    for (let across = -reach; across <= reach; across += grid.avenues) found.push(steps.map((up) => at(up, across)))
    for (let up = -reach; up <= reach; up += grid.streets) found.push(steps.map((across) => at(up, across)))
    return found.flatMap((line) => cutLine(line, built)).map((line) => line.map((point) => geography.projection(point)))
  })
}

/** Piers along a shore: [from, to] with a number of them, their length and breadth in metres, and where they point. */
export function piers({ piers: rows }, geography) {
  return Object.values(rows ?? {}).flatMap(({ shore, count, length, breadth, bearing }) => {
    const [from, to] = pairs(shore)
    return Array.from({ length: count }, (_, n) => {
      const share = (n + 0.5) / count
      const at = compass([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], bearing)
      const half = breadth / 2
      // Every pier is a little different.
      const long = length * (0.7 + 0.3 * Math.abs(Math.sin(n * 2.4)))
      return [at(-60, -half), at(long, -half), at(long, half), at(-60, half)].map((point) =>
        geography.projection(point),
      )
    })
  })
}
