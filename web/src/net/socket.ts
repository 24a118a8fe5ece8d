/** A line to the server that mends itself: it calls again when it breaks, and notices when it has gone silent. */
import { commandId } from './http'
import type { Frame } from './wire'

export interface Pace {
  /** Milliseconds before the first new call; each further one waits up to twice as long, by chance. */
  first: number
  most: number
  /** After so much silence the server is asked whether it is there … */
  quiet: number
  /** … and has so long to answer. */
  patience: number
}

export const PACE: Pace = { first: 300, most: 15_000, quiet: 20_000, patience: 6_000 }

export interface Ends {
  /** Where to call; asked anew each time. */
  address(): string
  onframe(frame: Frame): void
  onopen(): void
  onclose(): void
}

export class Line {
  /** Calls in a row that were not answered. */
  failed = 0
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #wanted = false

  constructor(
    private readonly ends: Ends,
    private readonly pace: Pace = PACE,
  ) {}

  open(): void {
    this.#wanted = true
    if (typeof window !== 'undefined') {
      window.addEventListener('online', this.#now)
      window.addEventListener('pageshow', this.#check)
      document.addEventListener('visibilitychange', this.#check)
    }
    this.#call()
  }

  /** Ends the line for good. */
  close(): void {
    this.#wanted = false
    if (typeof window !== 'undefined') {
      window.removeEventListener('online', this.#now)
      window.removeEventListener('pageshow', this.#check)
      document.removeEventListener('visibilitychange', this.#check)
    }
    this.#drop()
  }

  /** Whether it went out; what did not is for the caller to send again. */
  send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Hangs up and calls again at once. */
  again(): void {
    this.#drop()
    this.#call()
  }

  #call(): void {
    clearTimeout(this.#timer)
    if (!this.#wanted) return
    const socket = new WebSocket(this.ends.address())
    this.#socket = socket
    // A call that is neither taken nor refused would otherwise wait for minutes.
    this.#timer = setTimeout(() => this.#broken(socket), this.pace.patience * 2)
    socket.onopen = () => {
      if (socket !== this.#socket) return
      this.#listen()
      this.ends.onopen()
    }
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return
      this.failed = 0
      this.#listen()
      this.ends.onframe(JSON.parse(String(message.data)) as Frame)
    }
    socket.onclose = () => this.#broken(socket)
    // `close` follows, and says all there is to say; without a listener some sockets throw.
    socket.onerror = () => undefined
  }

  #broken(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#drop()
    if (!this.#wanted) return
    // By chance, so that a server that comes back is not met by everybody in the same instant.
    const wait = Math.min(this.pace.most, this.pace.first * 2 ** this.failed)
    this.failed += 1
    this.#timer = setTimeout(() => this.#call(), wait * (0.5 + Math.random() / 2))
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.close()
    this.ends.onclose()
  }

  #listen(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ask(), this.pace.quiet)
  }

  #ask(): void {
    const socket = this.#socket
    if (!socket || !this.send({ id: commandId(), do: 'ping' })) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#broken(socket), this.pace.patience)
  }

  /** The network is back: no need to wait. */
  #now = (): void => {
    if (!this.#socket) this.#call()
    else this.#ask()
  }

  /** The page is seen again; the line may have died while it slept. */
  #check = (): void => {
    if (document.visibilityState === 'visible') this.#now()
  }
}
