/** A WebSocket that reconnects: with backoff when the connection breaks, and after a ping that gets no answer. */
import { commandId } from './command-id'
import type { Frame } from './wire'

/** Times in milliseconds. */
export interface SocketTimings {
  /** Delay before the first retry; each further one waits up to twice as long, at random. */
  firstRetry: number
  longestRetry: number
  /** After this much silence the server is pinged … */
  pingAfter: number
  /** … and has this long to answer. */
  pingTimeout: number
}

export const TIMINGS: SocketTimings = {
  firstRetry: 300,
  longestRetry: 15_000,
  pingAfter: 20_000,
  pingTimeout: 6_000,
}

export interface SocketHandlers {
  /** The URL to connect to; asked again for each connection. */
  address(): string
  onframe(frame: Frame): void
  onopen(): void
  onclose(): void
}

export class ReconnectingSocket {
  /** Failed attempts in a row. */
  failures = 0
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #wanted = false

  constructor(
    private readonly handlers: SocketHandlers,
    private readonly timings: SocketTimings = TIMINGS,
  ) {}

  open(): void {
    this.#wanted = true
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#online)
      window.addEventListener('pageshow', this.#visible)
      document.addEventListener('visibilitychange', this.#visible)
    }
    this.#connect()
  }

  /** Closes for good. */
  close(): void {
    this.#wanted = false
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.#online)
      window.removeEventListener('pageshow', this.#visible)
      document.removeEventListener('visibilitychange', this.#visible)
    }
    this.#drop()
  }

  /** Whether the message was sent; if not, the caller has to send it again. */
  send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Closes the connection and opens a new one at once. */
  reconnect(): void {
    this.#drop()
    this.#connect()
  }

  #connect(): void {
    clearTimeout(this.#timer)
    if (!this.#wanted) return
    const socket = new WebSocket(this.handlers.address())
    this.#socket = socket
    // A handshake that is neither accepted nor refused would otherwise wait for minutes.
    this.#timer = setTimeout(() => this.#retryLater(socket), this.timings.pingTimeout * 2)
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#schedulePing()
      this.handlers.onopen()
    }
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return
      this.failures = 0
      this.#schedulePing()
      this.handlers.onframe(JSON.parse(String(message.data)) as Frame)
    }
    socket.onclose = () => this.#retryLater(socket)
    // `close` follows and is enough; without a listener some sockets throw.
    socket.onerror = () => undefined
  }

  #retryLater(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#drop()
    if (!this.#wanted) return
    // At random, so that a restarted server does not get all its clients back in the same instant.
    const wait = Math.min(this.timings.longestRetry, this.timings.firstRetry * 2 ** this.failures)
    this.failures += 1
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2))
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.close()
    this.handlers.onclose()
  }

  #schedulePing(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ping(), this.timings.pingAfter)
  }

  #ping(): void {
    const socket = this.#socket
    if (!socket || !this.send({ id: commandId(), type: 'ping' })) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#retryLater(socket), this.timings.pingTimeout)
  }

  /** The network is back: no need to wait. */
  #online = (): void => {
    if (!this.#socket) this.#connect()
    else this.#ping()
  }

  /** The page is visible again; the connection may have died while it slept. */
  #visible = (): void => {
    if (document.visibilityState === 'visible') this.#online()
  }
}
