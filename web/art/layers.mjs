// One part of a board as layers: rings and lines on the sheet, ready to be thinned and painted.

import { blocks, piers } from './blocks.mjs'
import { Geography } from './geography.mjs'
import { placed } from './placement.mjs'
import { contours, distanceField, regions } from './raster.mjs'
import { reliefOf } from './relief.mjs'
import { area, clipRing, cornersOf, cutLine, grown, within } from './shapes.mjs'

/** How far from the shore waves run, and the sea grows deeper. */
const SHORES = [4, 9]
const DEPTHS = [7, 18, 36]
/** How wide a great river is that flows through a town. */
const BROAD = 11
/** Land is looked at so far beyond the edge, for the shading of the sea near it. */
const BEYOND = 40
const CELL = 1.5

/** The cities of this part of the board: [longitude, latitude, x, y]. A map may give some of them another site. */
function sitesOf({ cities, drawing }, { area: part, sites = {} }, box) {
  const inBox = within(box)
  return cities.flatMap(({ id, lon, lat, area: own }, n) => {
    const [east, north] = sites[id]?.split(',').map(Number) ?? [lon, lat]
    const { x, y, inset } = drawing.cities[n]
    if (own === part) return [[east, north, x, y]]
    return part !== '' && inset && inBox([inset.x, inset.y]) ? [[east, north, inset.x, inset.y]] : []
  })
}

/** The whole sheet inside its frame, or the panel that this part is drawn in. */
function boxOf({ width, height, frame }, panel) {
  if (panel) return [panel.x, panel.y, panel.x + panel.width, panel.y + panel.height]
  return grown([0, 0, width, height], -frame.width)
}

function landOf(map, geography) {
  if (map.land === 'everywhere') return [cornersOf(grown(geography.box, BEYOND))]
  const flat = map.land === 'natural-earth' ? geography.coast() : written(geography, map.land, true)
  return geography.rings(flat, BEYOND).filter((ring) => Math.abs(area(ring)) > (map.least ?? 2))
}

/** The middle and the radius of a compass rose that fills a box. */
const roseIn = ({ box: [left, top, right, bottom] }) => [(left + right) / 2, (top + bottom) / 2, (right - left) / 2.5]

const written = (geography, shapes, closed, soft = true) =>
  Object.values(shapes ?? {}).map((text) => geography.written(text, closed, soft))

/** The layers of one map of a board; `relief` is what relief.py derived for the edition. */
export function layersOf(sheet, map, relief, network) {
  const panel = sheet.drawing.panels.find(({ area: part }) => part === map.area)
  const box = boxOf(sheet.drawing, panel)
  const geography = new Geography(sitesOf(sheet, map, box), box)
  const land = landOf(map, geography)
  const sea = distanceField(land, grown(box, 30), CELL)
  const onLand = ([x, y]) => sea.at(x, y) <= CELL
  const lines = (shapes) => geography.lines(written(geography, shapes, false))
  const clipped = (rings) => rings.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 2)
  const hasSea = map.land !== 'everywhere'
  const ground = { box, sea, hasSea }
  const [compass] = placed(map.rose ? [{ art: 'rose', ...map.rose }] : [], ground, sheet.drawing, network)
  return {
    box,
    geography,
    sea,
    hasSea,
    isPanel: panel !== undefined,
    rose: compass && roseIn(compass),
    vignettes: placed(map.vignettes, ground, sheet.drawing, network, compass ? [compass.box] : []),
    land: clipped(land),
    shores: hasSea ? SHORES.map((away) => contours(sea, away).flatMap((line) => cutLine(line, within(box)))) : [],
    depths: hasSea ? DEPTHS.map((away) => clipped(regions(sea, away))) : [],
    ...reliefOf(map.relief ? relief : null, geography),
    grid: map.grid ? geography.lines(geography.grid(map.grid)) : [],
    borders: map.land === 'natural-earth' ? geography.lines(geography.borders()) : [],
    rivers: lines(map.rivers).flatMap((line) => cutLine(line, onLand)),
    canals: lines(map.canals),
    broad: geography.wide(written(geography, map.broad, false), BROAD),
    lakes: geography.rings(written(geography, map.lakes, true)),
    parks: geography.rings(written(geography, map.parks, true, false)),
    streets: lines(map.streets),
    bridges: lines(map.bridges).flatMap((line) => cutLine(line, ([x, y]) => sea.at(x, y) > 0)),
    rails: lines(map.rails),
    blocks: geography.lines(blocks(map, geography)),
    piers: geography.rings(piers(map, geography)),
  }
}
