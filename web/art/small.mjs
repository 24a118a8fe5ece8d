// A small picture of a whole board for the home page: ground, routes as strokes, cities as dots. It stands alone, with
// its own colours.

import { PAINTS } from './paints.mjs'
import { area, pathOf, thin, thinRing } from './shapes.mjs'

const COLORS = {
  sea: '#cfdfe0',
  land: '#f1ead8',
  coast: '#9db4b4',
  border: '#d9ceb3',
  park: '#d9e0bd',
  street: '#e4dac1',
  frame: '#a99f86',
  ink: '#3a3934',
  dot: '#fffdf6',
}

const round = (value) => Math.round(value * 10) / 10
const fill = (lines, color, stroke) =>
  lines.length
    ? [
        `<path d="${pathOf(lines, true)}" fill="${color}" fill-rule="evenodd"${stroke ? ` stroke="${stroke}" stroke-width="1.5"` : ''}/>`,
      ]
    : []
const draw = (lines, color, width, more = '') =>
  lines.length
    ? [`<path d="${pathOf(lines, false)}" fill="none" stroke="${color}" stroke-width="${width}"${more}/>`]
    : []

function part({ box, isPanel, hasSea, land, parks, lakes, broad, canals, rivers, streets }) {
  const [x, y, wide, tall] = [box[0], box[1], box[2] - box[0], box[3] - box[1]].map((value) => Math.round(value))
  const rect = (color, more = '') => `<rect x="${x}" y="${y}" width="${wide}" height="${tall}" fill="${color}"${more}/>`
  const rings = (shapes, least) =>
    shapes
      .filter((ring) => Math.abs(area(ring)) > least)
      .map((ring) => thinRing(ring, 1.6))
      .filter((ring) => ring.length > 2)
  const lines = (shapes) => shapes.map((line) => thin(line, 1.5))
  return [
    rect(hasSea ? COLORS.sea : COLORS.land),
    ...(hasSea ? fill(rings(land, 40), COLORS.land, COLORS.coast) : []),
    ...draw(lines(streets), COLORS.street, 3),
    ...fill(rings(parks, 60), COLORS.park),
    ...draw(lines([...rivers, ...canals]), COLORS.sea, 2.5),
    ...fill(rings(broad, 0), COLORS.sea),
    ...fill(rings(lakes, 30), COLORS.sea),
    ...(isPanel ? [rect('none', ` stroke="${COLORS.frame}" stroke-width="3"`)] : []),
  ]
}

export function smallOf({ name, drawing, routes }, parts) {
  const { width, height } = drawing
  // Shown at one size, boards of all sizes have strokes of one breadth.
  const pen = Math.round(Math.sqrt(width * height) / 12) / 10
  const strokes = {}
  drawing.routes.forEach(({ spaces, line }, n) => {
    const through = [line[0], ...spaces.map(([x, y]) => [x, y]), line.at(-1)]
    ;(strokes[routes[n].color ?? 'gray'] ??= []).push(thin(through, 1))
  })
  const all = Object.values(strokes).flat()
  const dots = drawing.cities.flatMap((city) => [city, city.inset]).filter(Boolean)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" stroke-linecap="round" stroke-linejoin="round"><title>${name}</title>`,
    ...parts.flatMap(part),
    ...draw(all, COLORS.ink, round(pen * 1.3), ' stroke-opacity=".55"'),
    ...Object.entries(strokes).flatMap(([color, lines]) => draw(lines, PAINTS[color] ?? PAINTS.gray, pen)),
    `<g fill="${COLORS.dot}" stroke="${COLORS.ink}" stroke-width="${round(pen * 0.35)}">`,
    ...dots.map(({ x, y }) => `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${round(pen * 0.85)}"/>`),
    '</g></svg>\n',
  ].join('\n')
}
