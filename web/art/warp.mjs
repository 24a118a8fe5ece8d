// A smooth map from one plane to another that takes given points to given points: an affine map by least squares,
// and a thin-plate spline for what is left over. The spline is made stiffer until nothing folds.

/** Solves a x = b in place by Gaussian elimination; every row of b may hold several right sides. */
function solve(a, b) {
  const n = a.length
  for (let k = 0; k < n; k++) {
    let best = k
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[best][k])) best = i
    ;[a[k], a[best]] = [a[best], a[k]]
    ;[b[k], b[best]] = [b[best], b[k]]
    for (let i = k + 1; i < n; i++) {
      const share = a[i][k] / a[k][k]
      if (share === 0) continue
      for (let j = k; j < n; j++) a[i][j] -= share * a[k][j]
      for (let j = 0; j < b[i].length; j++) b[i][j] -= share * b[k][j]
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = 0; j < b[k].length; j++) {
      for (let i = k + 1; i < n; i++) b[k][j] -= a[k][i] * b[i][j]
      b[k][j] /= a[k][k]
    }
  }
  return b
}

const bump = (square) => (square > 0 ? square * Math.log(square) : 0)

/** The affine map nearest to taking each `from` to its `to`. */
function affine(from, to) {
  const rows = [0, 1, 2].map(() => [0, 0, 0])
  const right = [0, 1, 2].map(() => [0, 0])
  from.forEach(([x, y], n) => {
    const row = [x, y, 1]
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) rows[i][j] += row[i] * row[j]
      for (let j = 0; j < 2; j++) right[i][j] += row[i] * to[n][j]
    }
  })
  const [u, v, w] = solve(rows, right)
  return ([x, y]) => [u[0] * x + v[0] * y + w[0], u[1] * x + v[1] * y + w[1]]
}

/** The spline through what the affine map leaves over; stiffness 0 goes through every point. */
function spline(points, values, stiffness) {
  const n = points.length
  const rows = Array.from({ length: n + 3 }, () => new Array(n + 3).fill(0))
  const right = Array.from({ length: n + 3 }, (_, i) => (i < n ? [...values[i]] : [0, 0]))
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      rows[i][j] = bump((points[i][0] - points[j][0]) ** 2 + (points[i][1] - points[j][1]) ** 2)
    }
    rows[i][i] += stiffness
    ;[points[i][0], points[i][1], 1].forEach((value, k) => {
      rows[i][n + k] = value
      rows[n + k][i] = value
    })
  }
  const weights = solve(rows, right)
  return ([x, y]) => {
    const [u, v, w] = weights.slice(n)
    let dx = u[0] * x + v[0] * y + w[0]
    let dy = u[1] * x + v[1] * y + w[1]
    for (let i = 0; i < n; i++) {
      const lift = bump((x - points[i][0]) ** 2 + (y - points[i][1]) ** 2)
      dx += weights[i][0] * lift
      dy += weights[i][1] * lift
    }
    return [dx, dy]
  }
}

/** How much a map enlarges areas at a point; at or below 0 it folds there. */
function swelling(map, [x, y]) {
  const step = 0.5
  const [ax, ay] = map([x + step, y])
  const [bx, by] = map([x - step, y])
  const [cx, cy] = map([x, y + step])
  const [dx, dy] = map([x, y - step])
  return ((ax - bx) * (cy - dy) - (ay - by) * (cx - dx)) / (4 * step * step)
}

/**
 * The warp from `from` to `to`. `box` ([left, top, right, bottom] where `to` lies) is looked over for folds; `least` is
 * how much of its area any part of it must keep.
 */
export function warp(from, to, box, least = 0.25) {
  const flat = affine(from, to)
  const placed = from.map(flat)
  const left = to.map(([x, y], n) => [x - placed[n][0], y - placed[n][1]])
  const probes = []
  for (let i = 0; i <= 40; i++) {
    for (let j = 0; j <= 40; j++) {
      probes.push([box[0] + ((box[2] - box[0]) * i) / 40, box[1] + ((box[3] - box[1]) * j) / 40])
    }
  }
  for (let stiffness = 0; ; stiffness = stiffness * 2 || 200) {
    const lift = spline(placed, left, stiffness)
    const bend = ([x, y]) => {
      const [dx, dy] = lift([x, y])
      return [x + dx, y + dy]
    }
    const worst = Math.min(...probes.map((at) => swelling(bend, at)))
    if (worst >= least || stiffness > 1e8) {
      const off = to.map((at, n) => Math.hypot(...bend(placed[n]).map((value, k) => value - at[k])))
      return { flat, bend, stiffness, worst, off: Math.max(...off) }
    }
  }
}
