/** Commands without an answer yet: each is kept, and sent again with the same id (idempotent) after a reconnect. */
import { Refusal } from './refusal'
import { commandId } from './command-id'
import type { Answer, Command, Frame, Ok, Refused } from './wire'

/** A command without its id. */
export type NewCommand = Command extends infer Each ? (Each extends Command ? Omit<Each, 'id'> : never) : never

/** Codes of temporary refusals: the server restarts, its disk was busy, or we were too fast. */
const TEMPORARY = new Set(['busy', 'storage', 'too-fast'])
const MAX_TRIES = 6

interface Pending {
  command: Command
  tries: number
  resolve(reply: Ok | Answer): void
  reject(reason: Refusal): void
}

export class Outbox {
  readonly #pending = new Map<string, Pending>()

  constructor(
    private readonly transmit: (command: Command) => boolean,
    private readonly firstRetry = 400,
  ) {}

  /** Resolves when the server has carried the command out, rejects with a `Refusal` when it has not. */
  send(command: NewCommand): Promise<Ok | Answer> {
    const whole = { id: commandId(), ...command } as Command
    return new Promise((resolve, reject) => {
      this.#pending.set(whole.id, { command: whole, tries: 0, resolve, reject })
      this.transmit(whole)
    })
  }

  /** After a reconnect: a command without an answer may not have arrived. */
  resend(): void {
    for (const { command } of this.#pending.values()) this.transmit(command)
  }

  /** Whether the frame is an answer to a command. */
  receive(frame: Frame): frame is Ok | Answer | Refused {
    if (frame.type !== 'ok' && frame.type !== 'answer' && frame.type !== 'refused') return false
    const pending = this.#pending.get(frame.id)
    if (pending && frame.type === 'refused' && TEMPORARY.has(frame.code) && ++pending.tries < MAX_TRIES) {
      const wait = this.firstRetry * 2 ** pending.tries
      setTimeout(() => this.#pending.has(frame.id) && this.transmit(pending.command), wait)
      return true
    }
    this.#pending.delete(frame.id)
    if (frame.type === 'refused') pending?.reject(new Refusal(frame))
    else pending?.resolve(frame)
    return true
  }

  /** Rejects all commands: no answer will come. */
  abandon(reason: Refusal): void {
    for (const pending of this.#pending.values()) pending.reject(reason)
    this.#pending.clear()
  }
}
