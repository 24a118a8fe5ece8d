// Checks the checker: svelte-check must find a deliberate error. With some versions of TypeScript it has found nothing
// at all.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('..', import.meta.url))
const cage = mkdtempSync(join(web, 'canary-'))
try {
  writeFileSync(join(cage, 'Canary.svelte'), '<script lang="ts">\n  const song: number = "tweet"\n</script>\n{song}\n')
  writeFileSync(join(cage, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', include: ['.'] }))
  execFileSync(
    process.execPath,
    [
      join(web, 'node_modules/svelte-check/bin/svelte-check'),
      '--workspace',
      cage,
      '--tsconfig',
      join(cage, 'tsconfig.json'),
    ],
    { stdio: 'pipe' },
  )
  console.error('svelte-check did not find a wrong type')
  process.exitCode = 1
} catch (error) {
  if (!String(error.stdout).includes("Type 'string' is not assignable to type 'number'")) throw error
} finally {
  rmSync(cage, { recursive: true })
}
