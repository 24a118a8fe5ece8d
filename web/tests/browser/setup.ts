/** Global setup: a server with tables prepared at interesting moments. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { ROOT, Server } from './server.ts'

/** Facts about a prepared table. */
export interface Prepared {
  edition: string
  route?: number
  city?: number
  color?: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    address: string
    /** The token of the player at the prepared tables. */
    token: string
    tables: Record<string, Prepared>
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kolej-browser-'))
  const data = join(folder, 'data')
  const made = await promisify(execFile)(`${ROOT}.venv/bin/python`, ['-m', 'tests.browser.prepare', data], {
    cwd: ROOT,
  })
  const { token, tables } = JSON.parse(made.stdout) as { token: string; tables: Record<string, Prepared> }
  const server = await Server.start(data)
  project.provide('address', server.address)
  project.provide('token', token)
  project.provide('tables', tables)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
