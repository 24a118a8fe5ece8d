// Checks package-lock.json: every optional dependency has its own entry (else `npm ci` refuses the lock on some
// machines), and no entry names the registry it came from.
import { readFileSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))

/** Whether a package placed at `from` finds `name` as Node would: in its own folder or in one further out. */
function found(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    if (packages[`${at ? at + '/' : ''}node_modules/${name}`]) return true
    if (!at) return false
  }
}

const missing = Object.entries(packages).flatMap(([at, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !found(at, name))
    .map((name) => `${at || 'the page'} lacks ${name}`),
)
const named = Object.entries(packages)
  .filter(([, entry]) => entry.resolved)
  .map(([at]) => `${at} names where it was fetched`)
const faults = [...missing, ...named]
faults.forEach((fault) => console.error(`package-lock.json: ${fault}`))
if (faults.length) process.exit(1)
