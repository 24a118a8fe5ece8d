// Shows the boards as the page would: drawing and ground together, light and dark.
//   node web/art/preview.mjs SHEETS ART OUT   writes an HTML file an edition and theme into OUT
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PAINTS } from './paints.mjs'

const THEMES = {
  light: { paper: '#f4efe2', dot: '#fffdf6', rail: '#8f8672' },
  dark: { paper: '#0b1020', dot: '#f7f5ee', rail: '#8a8d90' },
}

function words({ x, y, anchor, lines, size }) {
  const step = size * 1.15
  const first = y - (step * (lines.length - 1)) / 2 + size * 0.35
  const spans = lines.map((line, n) => `<tspan x="${x}" y="${(first + n * step).toFixed(2)}">${line}</tspan>`).join('')
  return `<text class="name" font-size="${size}" text-anchor="${anchor}">${spans}</text>`
}

function board({ drawing, routes }, ground, theme) {
  const { width, height, thick } = drawing
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    ground,
  ]
  drawing.routes.forEach(({ line }) => {
    out.push(
      `<polyline points="${line.map((at) => at.join()).join(' ')}" fill="none" stroke="${theme.rail}" stroke-width="1.5"/>`,
    )
  })
  drawing.routes.forEach(({ spaces }, n) => {
    const fill = PAINTS[routes[n].color ?? 'gray']
    for (const [x, y, angle, length] of spaces) {
      out.push(
        `<rect class="space ${routes[n].look}" x="${-length / 2 + 0.6}" y="${-thick / 2 + 0.6}" width="${length - 1.2}" height="${thick - 1.2}" rx="2.2" fill="${fill}" transform="translate(${x} ${y}) rotate(${angle})"/>`,
      )
    }
  })
  drawing.cities.forEach((city) => {
    for (const at of [city, city.inset].filter(Boolean)) {
      out.push(
        `<circle class="dot" cx="${at.x}" cy="${at.y}" r="7"/><circle class="core" cx="${at.x}" cy="${at.y}" r="3"/>`,
      )
    }
  })
  drawing.cities.forEach((city) => {
    for (const at of [city, city.inset].filter(Boolean)) out.push(words(at.name))
  })
  return [...out, '</svg>'].join('\n')
}

const [sheets, art, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const css = readFileSync(new URL('./ground.css', import.meta.url), 'utf8')
for (const file of readdirSync(sheets).filter((name) => name.endsWith('.json'))) {
  const edition = basename(file, '.json')
  const sheet = JSON.parse(readFileSync(join(sheets, file), 'utf8'))
  const path = join(art, `${edition}.svg`)
  const ground = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const palette = new URL(`../../src/kolej/editions/${edition}/art/palette.css`, import.meta.url)
  const colors = existsSync(palette) ? readFileSync(palette, 'utf8') : ''
  for (const [name, theme] of Object.entries(THEMES)) {
    const style = `html{background:${theme.paper};color-scheme:${name}}body{margin:0}svg{display:block;font-family:Helvetica,Arial,'Liberation Sans',sans-serif}
      .name{font-weight:600;fill:var(--map-ink);stroke:var(--map-halo);stroke-width:3;stroke-linejoin:round;paint-order:stroke}
      .dot{fill:${theme.dot};stroke:#26242a;stroke-width:2}.core{fill:#26242a}
      .space{stroke:#0009;stroke-width:1}.dashed{stroke-dasharray:4 2.4;stroke-width:2;stroke:#000}.waved{stroke:#2c5d86;stroke-width:1.6}`
    writeFileSync(
      join(folder, `${edition}-${name}.html`),
      `<!doctype html><html data-board="${edition}"><meta charset="utf-8"><style>${style}${css}${colors}</style>${board(sheet, ground, theme)}</html>`,
    )
  }
}
