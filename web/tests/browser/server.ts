/** A server in a process of its own, which can be killed and started again on the same folder and port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** The command to test; by default that of this checkout. */
export const KOLEJ = process.env.KOLEJ ?? `${ROOT}.venv/bin/kolej`

export class Server {
  #process: ChildProcess | null = null
  #stderr = ''

  private constructor(
    readonly data: string,
    readonly port: number,
    readonly options: readonly string[],
  ) {}

  /** `options` are more options of `kolej serve`. */
  static async start(data: string, options: readonly string[] = []): Promise<Server> {
    const server = new Server(data, await freePort(), options)
    await server.start()
    return server
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const started = spawn(
      KOLEJ,
      ['serve', '--port', String(this.port), '--data', this.data, '--workers', '1', ...this.options],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    this.#process = started
    started.stderr.on('data', (output: Buffer) => (this.#stderr += output.toString()))
    await new Promise<void>((ready, failed) => {
      started.stdout.on('data', (output: Buffer) => output.includes('Kolej is at') && ready())
      started.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${this.#stderr}`)))
    })
  }

  /** Kills it, as a power cut would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.#process
    this.#process = null
    if (!running || running.exitCode !== null) return
    const ended = new Promise((done) => running.once('exit', done))
    running.kill(signal)
    await ended
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer().once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
}
