// From the globe to a board: projected around its cities, and warped so that every city lies where the board has it.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoAzimuthalEqualArea, geoGraticule, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import { clipRing, cornersOf, cutLine, grown, soften, within } from './shapes.mjs'
import { warp } from './warp.mjs'

const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'), 'utf8'))
const COAST = feature(atlas, atlas.objects.land)
const BORDERS = mesh(atlas, atlas.objects.countries, (a, b) => a !== b)

/** How far beyond its box a map is still worked out, in parts of the box: as far as needed. */
const BEYOND = [0.2, 0.35, 0.5, 0.75, 1, 1.5]
const LONGEST = 12

/** Puts points between those that are far apart, so that a straight edge can be bent. */
function dense(line, closed) {
  const out = []
  line.forEach((at, n) => {
    out.push(at)
    const to = line[n + 1] ?? (closed ? line[0] : at)
    const pieces = Math.min(200, Math.ceil(Math.hypot(to[0] - at[0], to[1] - at[1]) / LONGEST))
    for (let k = 1; k < pieces; k++)
      out.push([at[0] + ((to[0] - at[0]) * k) / pieces, at[1] + ((to[1] - at[1]) * k) / pieces])
  })
  return out
}

/** The shape of a line drawn with a broad pen. */
function broadened(line, half) {
  const sides = line.map(([x, y], n) => {
    const [a, b] = [line[Math.max(0, n - 1)], line[Math.min(line.length - 1, n + 1)]]
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    const [dx, dy] = [((a[1] - b[1]) / far) * half, ((b[0] - a[0]) / far) * half]
    return [
      [x + dx, y + dy],
      [x - dx, y - dy],
    ]
  })
  return [...sides.map(([left]) => left), ...sides.map(([, right]) => right).reverse()]
}

/** Collects the lines that d3 would draw. */
class Lines {
  lines = []
  moveTo(x, y) {
    this.lines.push([[x, y]])
  }
  lineTo(x, y) {
    this.lines.at(-1).push([x, y])
  }
  closePath() {}
  arc() {}
}

export class Geography {
  /** `sites` are [longitude, latitude, x, y]; `box` is the part of the sheet to fill. */
  constructor(sites, box) {
    const [lon, lat] = [0, 1].map((k) => sites.reduce((sum, site) => sum + site[k], 0) / sites.length)
    this.projection = geoAzimuthalEqualArea()
      .rotate([-lon, -lat])
      .scale(6371)
      .translate([0, 0])
      .clipAngle(45)
      .precision(0)
    this.box = box
    this.fit = warp(
      sites.map(([x, y]) => this.projection([x, y])),
      sites.map((site) => site.slice(2)),
      box,
    )
    this.field = BEYOND.map((part) => {
      const [wide, tall] = [(box[2] - box[0]) * part, (box[3] - box[1]) * part]
      return [box[0] - wide, box[1] - tall, box[2] + wide, box[3] + tall]
    }).find((field) => !dense(cornersOf(field), true).some((at) => within(box)(this.fit.bend(at))))
    if (!this.field) throw new Error('the edge of the map shows: give its board more cities, or other sites')
    const [from, to] = [-1, 1].map((km) => this.fit.flat([0, km]))
    /** Where north is, in degrees clockwise from the top of the sheet. */
    this.north = (Math.atan2(from[0] - to[0], to[1] - from[1]) * 180) / Math.PI
  }

  /** Closed shapes on the sheet, and a little beyond the box if there is a `margin`. */
  rings(flat, margin = 0) {
    const box = grown(this.box, margin)
    return flat
      .map((ring) => clipRing(ring.map(this.fit.flat), this.field))
      .map((ring) => clipRing(dense(ring, true).map(this.fit.bend), box))
      .filter((ring) => ring.length > 2)
  }

  /** Open lines on the sheet. */
  lines(flat) {
    return flat
      .flatMap((line) => cutLine(dense(line.map(this.fit.flat)), within(this.field)))
      .flatMap((line) => cutLine(line.map(this.fit.bend), within(this.box)))
  }

  /** Open lines as closed shapes of some breadth. */
  wide(flat, breadth) {
    return flat
      .flatMap((line) => cutLine(dense(line.map(this.fit.flat)), within(this.field)))
      .map((line) => clipRing(broadened(line.map(this.fit.bend), breadth / 2), this.box))
      .filter((ring) => ring.length > 2)
  }

  #drawn(object) {
    const context = new Lines()
    geoPath(this.projection, context)(object)
    return context.lines
  }

  coast() {
    // A sliver that is wound the wrong way stands for the whole globe without it: d3 draws the rim of its clip for it.
    const rim = 0.99 * 2 * 6371 * Math.sin(((45 / 2) * Math.PI) / 180)
    return this.#drawn(COAST).filter((ring) => ring.some((at) => Math.hypot(...at) < rim))
  }

  borders() {
    return this.#drawn(BORDERS)
  }

  grid(degrees) {
    return this.#drawn(
      geoGraticule()
        .step([degrees, degrees])
        .precision(degrees / 8)(),
    )
  }

  /** Points written as "longitude,latitude …", projected; soft shapes are rounded between them. */
  written(text, closed, soft) {
    const points = text.split(' ').map((pair) => this.projection(pair.split(',').map(Number)))
    return soft ? soften(points, closed) : points
  }
}
