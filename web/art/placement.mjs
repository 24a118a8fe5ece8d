// Finds room for vignettes: never on the network, the cartouche, the track, a panel or each other.

import { VIGNETTES } from './vignettes.mjs'

const STEP = 5
/** How far a vignette stays away from the network and from other things. */
const CLEAR = 7
const SAMPLE = 6

const apart = (a, b) => a[2] + CLEAR <= b[0] || b[2] + CLEAR <= a[0] || a[3] + CLEAR <= b[1] || b[3] + CLEAR <= a[1]

function samples([left, top, right, bottom]) {
  const found = []
  for (let y = top; ; y = Math.min(bottom, y + SAMPLE)) {
    for (let x = left; ; x = Math.min(right, x + SAMPLE)) {
      found.push([x, y])
      if (x === right) break
    }
    if (y === bottom) break
  }
  return found
}

/** What else is printed on the board. */
export function printedBoxes({ panels, cartouche, track }) {
  return [...panels, cartouche, track].filter(Boolean).map(({ x, y, width, height }) => [x, y, x + width, y + height])
}

/** The place of a box nearest to a point, or null. */
function placeFor([wide, tall], [x, y], box, free) {
  let best = null
  for (let top = box[1] + CLEAR; top + tall <= box[3] - CLEAR; top += STEP) {
    for (let left = box[0] + CLEAR; left + wide <= box[2] - CLEAR; left += STEP) {
      const away = Math.hypot(left + wide / 2 - x, top + tall / 2 - y)
      if (best && away >= best.away) continue
      const at = [left, top, left + wide, top + tall]
      if (free(at)) best = { away, at }
    }
  }
  return best
}

/**
 * Places for the vignettes that a map asks for: {art, at, size, on}, where `at` is a part of the board's width and height,
 * and `on` is "sea", "land" or nothing. Each is drawn a little smaller until there is room for it near its place.
 */
export function placed(wishes, { box, sea, hasSea }, drawing, network, others = []) {
  const taken = [...printedBoxes(drawing), ...others]
  const found = []
  for (const { art, at, size = 1, on } of wishes ?? []) {
    const [wide, tall] = VIGNETTES[art].size
    const wish = [at[0] * drawing.width, at[1] * drawing.height]
    const ground =
      { sea: ([x, y]) => sea.at(x, y) > 2, land: ([x, y]) => !hasSea || sea.at(x, y) === 0 }[on] ?? (() => true)
    const free = (place) =>
      taken.every((other) => apart(place, other)) &&
      samples(place).every((point) => network.at(...point) > CLEAR && ground(point))
    for (const share of [1, 0.85, 0.72, 0.6]) {
      const scale = size * share
      const best = placeFor([wide * scale, tall * scale], wish, box, free)
      if (!best || best.away > 170) continue
      taken.push(best.at)
      found.push({ art, scale, box: best.at })
      break
    }
  }
  return found
}

const round = (value) => Math.round(value * 100) / 100

export function drawnVignettes(places) {
  return places.map(
    ({ art, scale, box }) =>
      `<g class="ground-vignette" data-box="${box.map(round).join(' ')}" transform="translate(${round(box[0])} ${round(box[1])}) scale(${round(scale)})">${VIGNETTES[art].art.join('')}</g>`,
  )
}
