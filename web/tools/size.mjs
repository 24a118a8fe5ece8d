// Checks the build: the scripts that one browser loads stay small, and nothing in them needs an inline style or script,
// which the page's content policy forbids.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// Gzipped bytes. The boards, their names and what follows the game take the largest part.
const MOST = 147_000
// A browser loads one language.
const LANGUAGE = /^[a-z]{2}-/
const folder = new URL('../../src/kolej/page/', import.meta.url)
const index = readFileSync(new URL('index.html', folder), 'utf8')
const scripts = readdirSync(new URL('assets/', folder)).filter((name) => name.endsWith('.js'))
const faults = []

let loaded = 0
let language = 0
for (const name of scripts) {
  const text = readFileSync(new URL(`assets/${name}`, folder))
  const size = gzipSync(text).length
  if (LANGUAGE.test(name)) language = Math.max(language, size)
  else loaded += size
  console.log(`${String(size).padStart(7)}  ${name}`)
  // Svelte keeps markup in templates; an attribute "style" there is markup that a browser would refuse.
  if (/<[a-z][^<>`]*\sstyle=/.test(String(text))) faults.push(`${name} has a style attribute in its markup`)
}
loaded += language
console.log(`${String(loaded).padStart(7)}  for one browser, of at most ${MOST}`)
if (loaded > MOST) faults.push(`the scripts have ${loaded} bytes, more than ${MOST}`)
if (/<style|\sstyle=|<script(?![^>]*\ssrc=)/.test(index)) faults.push('index.html has something inline')
faults.forEach((fault) => console.error(`page: ${fault}`))
if (faults.length) process.exit(1)
