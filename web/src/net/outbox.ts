/** Commands on their way: each is kept until it is answered, and sent again with the same id when the line broke. */
import { Refusal, commandId } from './http'
import type { Answer, Command, Frame, Ok, Refused } from './wire'

/** A command without its id. */
export type Said = Command extends infer Each ? (Each extends Command ? Omit<Each, 'id'> : never) : never

/** Refusals that pass by themselves: the server starts anew, its disk was busy, or we were too quick. */
const PASSING = new Set(['busy', 'storage', 'too-fast'])
const TRIES = 6

interface Pending {
  command: Command
  tries: number
  settle(reply: Ok | Answer): void
  fail(reason: Refusal): void
}

export class Outbox {
  readonly #pending = new Map<string, Pending>()

  constructor(
    private readonly send: (command: Command) => boolean,
    private readonly pause = 400,
  ) {}

  /** Resolves when the server has done it, rejects with a `Refusal` when it has not. */
  say(said: Said): Promise<Ok | Answer> {
    const command = { id: commandId(), ...said } as Command
    return new Promise((settle, fail) => {
      this.#pending.set(command.id, { command, tries: 0, settle, fail })
      this.send(command)
    })
  }

  /** The line is back: whatever was not answered may not have arrived. */
  again(): void {
    for (const { command } of this.#pending.values()) this.send(command)
  }

  /** Whether the frame is an answer to something said here. */
  heard(frame: Frame): frame is Ok | Answer | Refused {
    if (frame.type !== 'ok' && frame.type !== 'answer' && frame.type !== 'refused') return false
    const pending = this.#pending.get(frame.id)
    if (pending && frame.type === 'refused' && PASSING.has(frame.code) && ++pending.tries < TRIES) {
      setTimeout(() => this.#pending.has(frame.id) && this.send(pending.command), this.pause * 2 ** pending.tries)
      return true
    }
    this.#pending.delete(frame.id)
    if (frame.type === 'refused') pending?.fail(new Refusal(frame))
    else pending?.settle(frame)
    return true
  }

  /** Nobody is going to answer. */
  abandon(reason: Refusal): void {
    for (const pending of this.#pending.values()) pending.fail(reason)
    this.#pending.clear()
  }
}
