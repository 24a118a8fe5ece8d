// The ground of a board: an SVG group in the board's own coordinates, coloured by the page's style sheet alone.

import { rose } from './rose.mjs'
import { pathOf, thin, thinRing } from './shapes.mjs'

/** How far a line may leave its true course to be drawn with fewer points. */
const SLACK = 0.45
/** Shading around specks of land would be seen as specks itself. */
const SHORTEST_SHORE = 14

const round = (value) => Math.round(value * 10) / 10
const path = (name, data) => (data ? [`<path class="${name}" d="${data}"/>`] : [])
const thinRings = (rings) => rings.map((ring) => thinRing(ring, SLACK)).filter((ring) => ring.length > 2)
const filled = (name, rings) => path(name, pathOf(thinRings(rings), true))
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

function part({ box, geography, hasSea, ...layers }) {
  const [x, y, width, height] = [box[0], box[1], box[2] - box[0], box[3] - box[1]].map(round)
  const rect = (name) => `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
  const shores = layers.shores.map((lines) => lines.filter((line) => walk(line) > SHORTEST_SHORE))
  return [
    ...(hasSea ? [rect('ground-sea')] : []),
    ...drawn('ground-grid', layers.grid),
    ...shores.flatMap((lines, n) => drawn(`ground-shore ground-shore-${n + 1}`, lines)),
    ...filled('ground-land', layers.land),
    ...drawn('ground-block', layers.blocks),
    ...drawn('ground-street', layers.streets),
    ...filled('ground-park', layers.parks),
    ...drawn('ground-river', layers.rivers),
    ...drawn('ground-canal', layers.canals),
    ...filled('ground-broad', layers.broad),
    ...filled('ground-lake', layers.lakes),
    ...drawn('ground-border', layers.borders),
    ...drawn('ground-rail', layers.rails),
    ...(layers.rose ? [rose(layers.rose, geography.north)] : []),
    rect('ground-frame'),
  ]
}

/** The whole fragment, from the layers of each part of the board. */
export function groundOf(parts) {
  return ['<g class="ground">', ...parts.flatMap(part), '</g>\n'].join('\n')
}
