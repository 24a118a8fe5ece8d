// Small things in great number: trees in forests and parks, and lights around cities. Always the same for the same board.

/** Numbers from 0 to 1 that look random (mulberry32). */
export function numbers(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

const round = (value) => Math.round(value * 10) / 10

function inside(rings, x, y) {
  let is = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[j]
      const [bx, by] = ring[i]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) is = !is
    }
  }
  return is
}

/** Points in the rings, about `gap` apart, where `free` holds. */
function sown(rings, [left, top, right, bottom], gap, share, free) {
  const next = numbers(7)
  const found = []
  for (let row = 0, y = top + gap / 2; y < bottom; row++, y += gap * 0.8) {
    for (let x = left + (row % 2 ? gap : gap / 2); x < right; x += gap) {
      const at = [x + (next() - 0.5) * gap * 0.7, y + (next() - 0.5) * gap * 0.6]
      if (next() < share && free(...at) && inside(rings, ...at)) found.push(at)
    }
  }
  return found
}

/** A fir for forests, a round crown for parks. */
const FIR = 'l-2.8 4.6h1.4l-2.1 3.4h3v1.8h1v-1.8h3l-2.1-3.4h1.4z'
const CROWN = 'a2.3 2.3 0 1 0 .1 0z'

/** Trees as path data. `away` is how far a point is from the network. */
export function trees({ forests, parks, box, sea, hasSea }, away) {
  const onLand = (x, y) => !hasSea || sea.at(x, y) === 0
  const free = (distance) => (x, y) => onLand(x, y) && away(x, y) > distance
  const firs = sown(forests, box, 15, 0.62, free(7))
  const crowns = sown(parks, box, 8.5, 0.75, free(5))
  const drawn = (points, shape, up) => points.map(([x, y]) => `M${round(x)} ${round(y - up)}${shape}`).join('')
  return drawn(firs, FIR, 5) + drawn(crowns, CROWN, 2.3)
}

/** Lights around a place, as path data of dots: [near, far] are radii. */
export function lights(places, count, [near, far], free) {
  const next = numbers(places.length * 31 + 5)
  let out = ''
  for (const [x, y] of places) {
    for (let n = 0; n < count; n++) {
      const turn = next() * 2 * Math.PI
      // More of them near the middle.
      const away = near + (far - near) * next() ** 1.8
      const [u, v] = [x + Math.cos(turn) * away, y + Math.sin(turn) * away]
      if (free(u, v)) out += `M${round(u)} ${round(v)}h.01`
    }
  }
  return out
}
