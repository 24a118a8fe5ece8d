// The ground of a board: an SVG group in the board's own coordinates, coloured by the page's style sheets alone.

import { drawnVignettes } from './placement.mjs'
import { rose } from './rose.mjs'
import { lights, trees } from './scatter.mjs'
import { cornersOf, pathOf, thin, thinRing } from './shapes.mjs'

/** How far a line may leave its true course to be drawn with fewer points. */
const SLACK = 0.45
/** The same for relief and depths, which are soft. */
const SOFT = 0.8
/** Waves around specks of land would be seen as specks themselves. */
const SHORTEST_SHORE = 14

const round = (value) => Math.round(value * 10) / 10
const path = (name, data) => (data ? [`<path class="${name}" d="${data}"/>`] : [])
const thinRings = (rings, slack) => rings.map((ring) => thinRing(ring, slack)).filter((ring) => ring.length > 2)
const filled = (name, rings, slack = SLACK) => path(name, pathOf(thinRings(rings, slack), true))
const drawn = (name, lines) =>
  path(
    name,
    pathOf(
      lines.map((line) => thin(line, SLACK)),
      false,
    ),
  )

function walk(line) {
  return line.reduce((sum, [x, y], n) => (n ? sum + Math.hypot(x - line[n - 1][0], y - line[n - 1][1]) : 0), 0)
}

const inBox =
  ([left, top, right, bottom]) =>
  ({ x, y }) =>
    x >= left && x <= right && y >= top && y <= bottom

/** The glow of cities and the lamps around them; seen at night only. */
function night(spots, { box, sea, hasSea }, away) {
  const places = spots.filter(inBox(box)).map(({ x, y }) => [x, y])
  const onLand = (x, y) => (!hasSea || sea.at(x, y) === 0) && away(x, y) > 3
  return [
    ...places.map(([x, y]) => `<circle class="ground-glow" cx="${round(x)}" cy="${round(y)}" r="40"/>`),
    ...path('ground-lamp', lights(places, 26, [12, 64], onLand)),
  ]
}

/** One map of the board. Land lies below the sea, which is cut out around it: so relief ends at the coast. */
function part({ spots, away }, { box, geography, hasSea, ...layers }) {
  const [x, y, width, height] = [box[0], box[1], box[2] - box[0], box[3] - box[1]].map(round)
  const rect = (name) => `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
  const shores = layers.shores.map((lines) => lines.filter((line) => walk(line) > SHORTEST_SHORE))
  return [
    rect('ground-land'),
    ...filled('ground-hill', layers.hills, SOFT),
    ...filled('ground-mountain', layers.mountains, SOFT),
    ...filled('ground-light', layers.light, SOFT),
    ...filled('ground-shade', layers.shade, SOFT),
    ...drawn('ground-block', layers.blocks),
    ...drawn('ground-street', layers.streets),
    ...filled('ground-park', layers.parks),
    ...path('ground-tree', trees({ ...layers, box, hasSea }, away)),
    ...drawn('ground-river', layers.rivers),
    ...drawn('ground-canal', layers.canals),
    ...filled('ground-broad', layers.broad),
    ...filled('ground-lake', layers.lakes),
    ...drawn('ground-border', layers.borders),
    ...drawn('ground-tracks', layers.rails),
    ...(hasSea ? filled('ground-sea', [cornersOf(box), ...layers.land]) : []),
    ...layers.depths.flatMap((rings) => filled('ground-depth', rings, SOFT)),
    ...drawn('ground-grid', layers.grid),
    ...shores.flatMap((lines, n) => drawn(`ground-shore ground-shore-${n + 1}`, lines)),
    ...filled('ground-pier', layers.piers),
    ...drawn('ground-bridge', layers.bridges),
    ...night(spots, { box, hasSea, ...layers }, away),
    ...(layers.rose ? [rose(layers.rose, geography.north)] : []),
    ...drawnVignettes(layers.vignettes),
    ...(layers.isPanel ? [rect('ground-frame')] : []),
  ]
}

const GLOW =
  '<radialGradient id="ground-glow"><stop class="ground-glow-in" offset="0"/><stop class="ground-glow-out" offset="1"/></radialGradient>'

/** The whole fragment, from the layers of each part of the board; `network` knows how far a point is from it. */
export function groundOf({ drawing }, parts, network) {
  const spots = drawing.cities.flatMap((city) => [city, city.inset]).filter(Boolean)
  const about = { spots, away: network.at }
  return ['<g class="ground">', GLOW, ...parts.flatMap((layers) => part(about, layers)), '</g>\n'].join('\n')
}
