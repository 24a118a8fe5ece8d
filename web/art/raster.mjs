// Shapes as a fine grid of cells: how far each point is from them, and lines of equal distance.

/** Which cells of a grid lie inside the rings, by the even-odd rule; with `any`, those inside one ring at least. */
function filled(rings, columns, rows, cell, [left, top], any) {
  const grid = new Uint8Array(columns * rows)
  for (const group of any ? rings.map((ring) => [ring]) : [rings]) {
    const heights = group.flatMap((ring) => ring.map(([, y]) => y))
    const lowest = heights.reduce((least, y) => Math.min(least, y), Infinity)
    const highest = heights.reduce((most, y) => Math.max(most, y), -Infinity)
    const until = Math.min(rows - 1, Math.floor((highest - top) / cell))
    for (let row = Math.max(0, Math.floor((lowest - top) / cell)); row <= until; row++) {
      const y = top + (row + 0.5) * cell
      const cuts = []
      for (const ring of group) {
        for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
          const [ax, ay] = ring[j]
          const [bx, by] = ring[i]
          if (ay > y !== by > y) cuts.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
        }
      }
      cuts.sort((a, b) => a - b)
      for (let k = 0; k + 1 < cuts.length; k += 2) {
        const first = Math.max(0, Math.ceil((cuts[k] - left) / cell - 0.5))
        const last = Math.min(columns - 1, Math.floor((cuts[k + 1] - left) / cell - 0.5))
        for (let column = first; column <= last; column++) grid[row * columns + column] = 1
      }
    }
  }
  return grid
}

/** Squares of distances along one line of cells (Felzenszwalb and Huttenlocher). */
function distances(values) {
  const n = values.length
  const hull = new Int32Array(n)
  const from = new Float64Array(n + 1)
  const out = new Float64Array(n)
  let k = 0
  from[0] = -Infinity
  from[1] = Infinity
  for (let q = 1; q < n; q++) {
    let s
    do {
      const r = hull[k]
      s = (values[q] + q * q - values[r] - r * r) / (2 * q - 2 * r)
    } while (s <= from[k] && k-- > 0)
    k++
    hull[k] = q
    from[k] = s
    from[k + 1] = Infinity
  }
  for (let q = 0, j = 0; q < n; q++) {
    while (from[j + 1] < q) j++
    out[q] = (q - hull[j]) ** 2 + values[hull[j]]
  }
  return out
}

/** A field of distances from the shapes over a box, in the units of the sheet. */
export function distanceField(rings, box, cell, any = false) {
  const columns = Math.ceil((box[2] - box[0]) / cell)
  const rows = Math.ceil((box[3] - box[1]) / cell)
  const land = filled(rings, columns, rows, cell, box, any)
  const far = 1e9
  let field = Float64Array.from(land, (is) => (is ? 0 : far))
  for (let column = 0; column < columns; column++) {
    const line = distances(Float64Array.from({ length: rows }, (_, row) => field[row * columns + column]))
    line.forEach((value, row) => (field[row * columns + column] = value))
  }
  for (let row = 0; row < rows; row++) {
    field.set(distances(field.subarray(row * columns, (row + 1) * columns)), row * columns)
  }
  field = field.map((value) => Math.sqrt(value) * cell)
  const at = (x, y) => {
    const column = Math.max(0, Math.min(columns - 1, Math.floor((x - box[0]) / cell)))
    const row = Math.max(0, Math.min(rows - 1, Math.floor((y - box[1]) / cell)))
    return field[row * columns + column]
  }
  return { field, columns, rows, cell, box, at }
}

// Which sides of a square a line of equal height joins, by the corners above it (marching squares); sides are numbered
// top, right, bottom, left.
const JOINS = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 2],
    [1, 0],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 3],
    [2, 1],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
]

/** Lines along which the field has a value, each a list of points; closed ones end where they began. */
export function contours({ field, columns, rows, cell, box }, value) {
  const value_at = (column, row) => field[row * columns + column] - value
  const next = new Map()
  const place = new Map()
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const corners = [
        value_at(column, row),
        value_at(column + 1, row),
        value_at(column + 1, row + 1),
        value_at(column, row + 1),
      ]
      const kind = corners.reduce((sum, height, k) => sum + (height > 0 ? 1 << k : 0), 0)
      for (const [a, b] of JOINS[kind]) {
        const [from, to] = [a, b].map((side) => {
          const [x, y] = [column + (side === 1 ? 1 : 0), row + (side === 2 ? 1 : 0)]
          const upright = side % 2
          const key = (y * columns + x) * 2 + upright
          if (!place.has(key)) {
            const here = value_at(x, y)
            const there = upright ? value_at(x, y + 1) : value_at(x + 1, y)
            const share = here / (here - there)
            place.set(key, [
              box[0] + (x + 0.5 + (upright ? 0 : share)) * cell,
              box[1] + (y + 0.5 + (upright ? share : 0)) * cell,
            ])
          }
          return key
        })
        next.set(from, to)
      }
    }
  }
  const starts = new Set(next.keys())
  for (const to of next.values()) starts.delete(to)
  const lines = []
  const follow = (start) => {
    const line = [place.get(start)]
    let key = start
    while (next.has(key)) {
      const to = next.get(key)
      next.delete(key)
      key = to
      line.push(place.get(key))
    }
    lines.push(line)
  }
  for (const start of starts) follow(start)
  while (next.size) follow(next.keys().next().value)
  return lines
}

/** Closed rings around everything where the field is higher than a value; at the edge of the field they follow it. */
export function regions(field, value) {
  const { columns, rows } = field
  const closed = Float64Array.from(field.field, (height, n) => {
    const [column, row] = [n % columns, Math.floor(n / columns)]
    return column === 0 || row === 0 || column === columns - 1 || row === rows - 1 ? value - 1 : height
  })
  return contours({ ...field, field: closed }, value)
}
