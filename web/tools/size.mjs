// Checks the build: the scripts and the texts that one browser loads stay small, and nothing in them needs an inline
// style or script, which the page's content policy forbids.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// Gzipped bytes: all scripts together, and the texts of one language, of which a browser fetches one.
const MOST = { scripts: 140_000, language: 18_000 }
const folder = new URL('../../src/kolej/page/', import.meta.url)
const index = readFileSync(new URL('index.html', folder), 'utf8')
const assets = readdirSync(new URL('assets/', folder)).filter((name) => /\.js(on)?$/.test(name))
const faults = []

const loaded = { scripts: 0, language: 0 }
for (const name of assets) {
  const text = readFileSync(new URL(`assets/${name}`, folder))
  const size = gzipSync(text).length
  if (name.endsWith('.json')) loaded.language = Math.max(loaded.language, size)
  else loaded.scripts += size
  console.log(`${String(size).padStart(7)}  ${name}`)
  // Svelte keeps markup in templates; an attribute "style" there is markup that a browser would refuse.
  if (/<[a-z][^<>`]*\sstyle=/.test(String(text))) faults.push(`${name} has a style attribute in its markup`)
}
for (const [what, size] of Object.entries(loaded)) {
  console.log(`${String(size).padStart(7)}  ${what}, of at most ${MOST[what]}`)
  if (size > MOST[what]) faults.push(`${what}: ${size} bytes, more than ${MOST[what]}`)
}
if (/<style|\sstyle=|<script(?![^>]*\ssrc=)/.test(index)) faults.push('index.html has something inline')
faults.forEach((fault) => console.error(`page: ${fault}`))
if (faults.length) process.exit(1)
