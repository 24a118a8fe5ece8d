/** What fingers and mice do on the board, told apart: a tap, a drag, a pinch. A drag is never a tap. */

export interface Contact {
  id: number
  x: number
  y: number
  touch: boolean
  /** In milliseconds. */
  time: number
}

export interface Moves {
  /** Whether a drag moves anything now. */
  canPan(): boolean
  pan(dx: number, dy: number): void
  /** Nearer by a factor around a point, and moved. */
  pinch(factor: number, x: number, y: number, dx: number, dy: number): void
  /** `again` is true for the second of two quick taps at one place. */
  tap(x: number, y: number, touch: boolean, again: boolean): void
}

const SLOP = { mouse: 4, touch: 9 }
const AGAIN = { time: 320, distance: 28 }
/** Whoever rests a finger this long does not mean to tap. */
const LONG = 900

export class Gestures {
  private readonly contacts = new Map<number, Contact>()
  private start: Contact | null = null
  private lastTap: Contact | null = null
  /** Set by the first real movement or the second finger, until all fingers are up. */
  private moved = false

  constructor(private readonly moves: Moves) {}

  get dragging(): boolean {
    return this.moved && this.contacts.size > 0
  }

  down(contact: Contact): void {
    if (this.contacts.size === 0) {
      this.start = contact
      this.moved = false
    } else {
      this.moved = true
    }
    this.contacts.set(contact.id, contact)
  }

  move(contact: Contact): void {
    const before = this.contacts.get(contact.id)
    if (!before || !this.start) return
    if (!this.moved) {
      const slop = contact.touch ? SLOP.touch : SLOP.mouse
      if (Math.hypot(contact.x - this.start.x, contact.y - this.start.y) < slop) return
      this.moved = true
      // The board follows from here: it does not jump by the way that the finger took until it was a drag.
      this.contacts.set(contact.id, contact)
      return
    }
    const [one, other] = [...this.contacts.values()]
    this.contacts.set(contact.id, contact)
    if (one && other) this.pinch(before, contact, before === one ? other : one)
    else if (this.moves.canPan()) this.moves.pan(contact.x - before.x, contact.y - before.y)
  }

  up(contact: Contact): void {
    const known = this.contacts.delete(contact.id)
    if (!known || this.moved || !this.start || contact.time - this.start.time > LONG) return
    const last = this.lastTap
    const again =
      last !== null &&
      contact.time - last.time < AGAIN.time &&
      Math.hypot(contact.x - last.x, contact.y - last.y) < AGAIN.distance
    this.lastTap = again ? null : contact
    this.moves.tap(contact.x, contact.y, contact.touch, again)
  }

  /** The browser took the contact away. */
  cancel(id: number): void {
    this.contacts.delete(id)
    this.moved = true
  }

  private pinch(before: Contact, now: Contact, other: Contact): void {
    const was = Math.hypot(before.x - other.x, before.y - other.y)
    const is = Math.hypot(now.x - other.x, now.y - other.y)
    const [x, y] = [(now.x + other.x) / 2, (now.y + other.y) / 2]
    this.moves.pinch(was > 0 ? is / was : 1, x, y, (now.x - before.x) / 2, (now.y - before.y) / 2)
  }
}
