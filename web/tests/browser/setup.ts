/** Before all tests: tables at moments worth playing on from, and a server that has them. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { ROOT, Server } from './server.ts'

/** What there is to know about a table that was prepared. */
export interface Prepared {
  edition: string
  route?: number
  city?: number
  color?: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    address: string
    /** Whoever has it is the person at the prepared tables. */
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
