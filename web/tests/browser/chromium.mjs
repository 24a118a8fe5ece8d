/** Finds Chromium, or installs it. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/**
 * The one named by KOLEJ_CHROMIUM, or else one in a usual place.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.KOLEJ_CHROMIUM
  return (named ? [named] : PLACES).find((place) => existsSync(place)) ?? null
}

/** Only where that needs no questions: as root, on Debian and its derivatives. */
export function installChromium() {
  if (process.env.KOLEJ_CHROMIUM || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.warn('browser: installing Chromium')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const what of [['update'], ['install', '--no-install-recommends', 'chromium']])
    execFileSync('apt-get', ['-qq', '-y', ...what], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
