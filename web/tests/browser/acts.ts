/** Commands that a page sends over the socket, and their answers: tests wait for answers, never for time. */
import type { Page } from 'playwright-core'

export interface Answer {
  type: 'ok' | 'refused'
  reason?: string
}

/** The moves that a page makes. */
export class Acts {
  /** How many have been answered. */
  count = 0
  readonly #asked = new Set<string>()
  #waiting: ((answer: Answer) => void)[] = []

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.#sent(String(payload)))
      socket.on('framereceived', ({ payload }) => this.#received(String(payload)))
    })
  }

  /** The answer to the next move. */
  next(): Promise<Answer> {
    return new Promise((answered) => this.#waiting.push(answered))
  }

  #sent(text: string): void {
    const said = JSON.parse(text) as { id: string; type: string }
    if (said.type === 'act') this.#asked.add(said.id)
  }

  #received(text: string): void {
    const frame = JSON.parse(text) as Answer & { id?: string }
    if (!frame.id || !this.#asked.delete(frame.id)) return
    this.count += 1
    const waiting = this.#waiting
    this.#waiting = []
    for (const answered of waiting) answered(frame)
  }
}
