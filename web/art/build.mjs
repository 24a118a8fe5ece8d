// Makes the art of the boards from their sheets:
//   python -m kolej.editions.art_data SHEETS
//   node web/art/build.mjs SHEETS [OUT]
// For each edition it writes the ground, EDITION.svg, the poster for the home page, EDITION-poster.svg, and the drawing
// as JSON into OUT or else into web/public/art.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { groundOf } from './ground.mjs'
import { layersOf } from './layers.mjs'
import { networkField } from './network.mjs'
import { within } from './shapes.mjs'

/** Bytes after gzip. */
const MOST = { ground: 150_000, poster: 6_000 }
/** How far a city may be drawn from its site on the map, and from the shore. */
const MOST_OFF = 6

/** Cities in the sea, and maps that had to leave their cities to stay without folds. */
function misplaced(sheet, parts) {
  const panels = parts.filter(({ isPanel }) => isPanel)
  const places = sheet.drawing.cities.flatMap(({ x, y, inset }, n) =>
    [[x, y], ...(inset ? [[inset.x, inset.y]] : [])].map((at) => ({ at, city: sheet.cities[n].id })),
  )
  const found = parts.flatMap(({ geography: { fit } }) =>
    fit.off > MOST_OFF ? [`a city lies ${fit.off.toFixed(1)} from its site`] : [],
  )
  for (const { at, city } of places) {
    const { sea } = panels.find(({ box }) => within(box)(at)) ?? parts.find(({ isPanel }) => !isPanel)
    if (sea.at(...at) > MOST_OFF) found.push(`${city} lies ${sea.at(...at).toFixed(1)} from the shore, in the sea`)
  }
  return found
}

/** A JSON file of an edition's art, or null where it has none. */
function artOf(folder, name) {
  const path = join(folder, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

function build(sheet, folder, out) {
  const relief = artOf(folder, 'relief.json')
  const network = networkField(sheet.drawing)
  const parts = artOf(folder, 'ground.json').maps.map((map) => layersOf(sheet, map, relief, network))
  const poster = join(folder, 'poster.svg')
  const made = { ground: groundOf(sheet, parts, network), ...(existsSync(poster) && { poster: readFileSync(poster) }) }
  writeFileSync(join(out, `${sheet.id}.svg`), made.ground)
  if (made.poster) writeFileSync(join(out, `${sheet.id}-poster.svg`), made.poster)
  // Laid out once here, so that no server has to: it serves this as it is.
  writeFileSync(join(out, `${sheet.id}.json`), JSON.stringify(sheet.drawing))
  const sizes = Object.entries(made).map(([kind, text]) => [kind, gzipSync(text).length])
  console.log(
    `${sheet.id}: ${sizes.map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)} kB gzipped`).join(', ')}`,
  )
  const large = sizes.filter(([kind, size]) => size > MOST[kind])
  return [...misplaced(sheet, parts), ...large.map(([kind]) => `the ${kind} picture is too large`)]
}

const near = (path) => fileURLToPath(new URL(path, import.meta.url))
const [sheets, out = near('../public/art')] = process.argv.slice(2)
if (!sheets || !existsSync(sheets)) {
  console.error(
    'usage: node web/art/build.mjs SHEETS [OUT]; python -m kolej.editions.art_data SHEETS writes the sheets',
  )
  process.exit(2)
}
mkdirSync(out, { recursive: true })
for (const file of readdirSync(sheets).filter((name) => name.endsWith('.json'))) {
  const sheet = JSON.parse(readFileSync(join(sheets, file), 'utf8'))
  const folder = near(`../../src/kolej/editions/${sheet.id}/art`)
  if (!existsSync(join(folder, 'ground.json'))) continue
  for (const fault of build(sheet, folder, out)) {
    console.error(`${sheet.id}: ${fault}`)
    process.exitCode = 1
  }
}
