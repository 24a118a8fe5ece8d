/**
 * Runs the tests in a browser, from the folder `web`; arguments are names of test files. Where there is no Chromium
 * and none can be installed, it prints a warning and succeeds: changing a rule should not require one.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { findChromium, installChromium } from './chromium.mjs'

const HERE = 'tests/browser'

function run(command, ...args) {
  const { status } = spawnSync(process.execPath, [`node_modules/${command}`, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run('typescript/bin/tsc', '-p', HERE)
if (!findChromium()) {
  try {
    installChromium()
  } catch (problem) {
    console.warn(`browser: Chromium could not be installed: ${problem instanceof Error ? problem.message : problem}`)
  }
}
if (findChromium()) run('vitest/vitest.mjs', 'run', '-c', `${HERE}/vitest.config.ts`, ...process.argv.slice(2))
else console.warn('browser: there is no Chromium, so these tests are left out; KOLEJ_CHROMIUM can name one')
