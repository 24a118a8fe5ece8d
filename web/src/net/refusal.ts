/** Refusals: what the server, or the page itself, would not do. */
import type { Problem } from './wire'

/** A request or a command that was refused, with a code for programs and a reason for people. */
export class Refusal extends Error {
  readonly code: string
  readonly rule: string | null
  readonly params: Problem['params']

  constructor({ code, reason, rule, params }: Pick<Problem, 'code' | 'reason'> & Partial<Problem>) {
    super(reason)
    this.name = 'Refusal'
    this.code = code
    this.rule = rule ?? null
    this.params = params ?? null
  }

  get reason(): string {
    return this.message
  }
}
