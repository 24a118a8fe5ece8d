// Rings and lines of points: clipping, thinning, smoothing, and writing them as SVG path data.

/** The area of a ring; its sign tells which way round it goes. */
export function area(ring) {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1]
  return sum / 2
}

const SIDES = [
  [0, (box) => box[0], 1],
  [0, (box) => box[2], -1],
  [1, (box) => box[1], 1],
  [1, (box) => box[3], -1],
]

/** What of a ring lies in an upright box. Parts that hang together only outside are joined along its edges. */
export function clipRing(ring, box) {
  let points = ring
  for (const [axis, side, sign] of SIDES) {
    const edge = side(box)
    const inside = (at) => (at[axis] - edge) * sign >= 0
    const kept = []
    for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
      const a = points[j]
      const b = points[i]
      if (inside(a) !== inside(b)) {
        const share = (edge - a[axis]) / (b[axis] - a[axis])
        kept.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])])
      }
      if (inside(b)) kept.push(b)
    }
    points = kept
    if (points.length < 3) return []
  }
  return points
}

/** The pieces of a line for which `inside` holds, cut where it changes. */
export function cutLine(line, inside) {
  const pieces = []
  let piece = []
  for (let n = 0; n < line.length; n++) {
    const here = inside(line[n])
    if (n > 0 && here !== inside(line[n - 1])) {
      let [a, b] = [line[n - 1], line[n]]
      for (let k = 0; k < 12; k++) {
        const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
        if (inside(middle) === here) b = middle
        else a = middle
      }
      piece.push(b)
      if (!here) {
        pieces.push(piece)
        piece = []
      }
    }
    if (here) piece.push(line[n])
  }
  pieces.push(piece)
  return pieces.filter((each) => each.length > 1)
}

/** Upright boxes are [left, top, right, bottom]. */
export const grown = (box, by) => [box[0] - by, box[1] - by, box[2] + by, box[3] + by]
export const cornersOf = ([left, top, right, bottom]) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]
export const within = (box) => (at) => at[0] >= box[0] && at[0] <= box[2] && at[1] >= box[1] && at[1] <= box[3]

/** Leaves out points that a straight line misses by less than `slack` (Douglas and Peucker). */
export function thin(line, slack) {
  if (line.length < 3) return line
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  const spans = [[0, line.length - 1]]
  while (spans.length) {
    const [first, last] = spans.pop()
    const [ax, ay] = line[first]
    const [bx, by] = line[last]
    const dx = bx - ax
    const dy = by - ay
    const square = dx * dx + dy * dy
    let far = 0
    let at = -1
    for (let n = first + 1; n < last; n++) {
      const [x, y] = line[n]
      const share = square ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0
      const away = Math.hypot(x - ax - share * dx, y - ay - share * dy)
      if (away > far) [far, at] = [away, n]
    }
    if (far > slack) {
      keep[at] = 1
      spans.push([first, at], [at, last])
    }
  }
  return line.filter((_, n) => keep[n])
}

/** As `thin`, for a closed ring: cut at the two points farthest apart, so that no corner is favoured. */
export function thinRing(ring, slack) {
  if (ring.length < 4) return ring
  let far = 0
  let at = 0
  ring.forEach(([x, y], n) => {
    const away = Math.hypot(x - ring[0][0], y - ring[0][1])
    if (away > far) [far, at] = [away, n]
  })
  return [...thin(ring.slice(0, at + 1), slack).slice(0, -1), ...thin([...ring.slice(at), ring[0]], slack).slice(0, -1)]
}

/** A soft line through the points (Catmull and Rom), with `steps` pieces between any two. */
export function soften(points, closed, steps = 6) {
  const n = points.length
  if (n < 3) return points
  const at = (k) => (closed ? points[(k + n) % n] : points[Math.max(0, Math.min(n - 1, k))])
  const out = []
  for (let k = 0; k < (closed ? n : n - 1); k++) {
    const [a, b, c, d] = [at(k - 1), at(k), at(k + 1), at(k + 2)]
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      out.push(
        [0, 1].map(
          (i) =>
            0.5 *
            (2 * b[i] +
              (c[i] - a[i]) * t +
              (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t +
              (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t ** 3),
        ),
      )
    }
  }
  if (!closed) out.push(points[n - 1])
  return out
}

/** Path data with steps from point to point, to a tenth of a unit. */
export function pathOf(lines, closed) {
  let out = ''
  for (const line of lines) {
    let x = 0
    let y = 0
    let last = ''
    line.forEach(([u, v], n) => {
      const dx = Math.round(u * 10) - x
      const dy = Math.round(v * 10) - y
      if (n > 0 && dx === 0 && dy === 0) return
      x += dx
      y += dy
      const command = n === 0 ? 'M' : 'l'
      out += (command === last ? (dx < 0 ? '' : ' ') : command) + tenth(dx) + (dy < 0 ? '' : ' ') + tenth(dy)
      last = command
    })
    if (closed) out += 'z'
  }
  return out
}

function tenth(value) {
  const text = String(Math.abs(value) / 10).replace(/^0\./, '.')
  return value < 0 ? `-${text}` : text
}
