/** Recognises gestures on the board: tap, drag, pinch. A drag is never a tap. What to do about them is for the caller. */

export interface Contact {
  id: number
  x: number
  y: number
  touch: boolean
  /** In milliseconds. */
  time: number
}

export type Gesture =
  | { type: 'pan'; dx: number; dy: number }
  /** Zoom by a factor around a point, and pan. */
  | { type: 'pinch'; factor: number; x: number; y: number; dx: number; dy: number }
  /** `again` is true for the second of two quick taps at one place. */
  | { type: 'tap'; x: number; y: number; touch: boolean; again: boolean }

const SLOP = { mouse: 4, touch: 9 }
const AGAIN = { time: 320, distance: 28 }
/** A longer press is not a tap: it asks what is there. */
const LONG = 500

export class Gestures {
  private readonly contacts = new Map<number, Contact>()
  private start: Contact | null = null
  private lastTap: Contact | null = null
  /** Set by the first real movement or the second finger, until all fingers are up. */
  private moved = false

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

  /** A pinch, or a drag if the board can be panned now; null while it may still become a tap. */
  move(contact: Contact, canPan: boolean): Gesture | null {
    const before = this.contacts.get(contact.id)
    if (!before || !this.start) return null
    if (!this.moved) {
      const slop = contact.touch ? SLOP.touch : SLOP.mouse
      if (Math.hypot(contact.x - this.start.x, contact.y - this.start.y) < slop) return null
      this.moved = true
      // The board follows from here on: it does not jump by the distance before the drag was recognised.
      this.contacts.set(contact.id, contact)
      return null
    }
    const [one, other] = [...this.contacts.values()]
    this.contacts.set(contact.id, contact)
    if (one && other) return pinch(before, contact, before === one ? other : one)
    return canPan ? { type: 'pan', dx: contact.x - before.x, dy: contact.y - before.y } : null
  }

  /** A tap, if it was one. */
  up(contact: Contact): Gesture | null {
    const known = this.contacts.delete(contact.id)
    if (!known || this.moved || !this.start || contact.time - this.start.time > LONG) return null
    const last = this.lastTap
    const again =
      last !== null &&
      contact.time - last.time < AGAIN.time &&
      Math.hypot(contact.x - last.x, contact.y - last.y) < AGAIN.distance
    this.lastTap = again ? null : contact
    return { type: 'tap', x: contact.x, y: contact.y, touch: contact.touch, again }
  }

  /** The browser cancelled the contact. */
  cancel(id: number): void {
    this.contacts.delete(id)
    this.moved = true
  }
}

function pinch(before: Contact, now: Contact, other: Contact): Gesture {
  const was = Math.hypot(before.x - other.x, before.y - other.y)
  const is = Math.hypot(now.x - other.x, now.y - other.y)
  return {
    type: 'pinch',
    factor: was > 0 ? is / was : 1,
    x: (now.x + other.x) / 2,
    y: (now.y + other.y) / 2,
    dx: (now.x - before.x) / 2,
    dy: (now.y - before.y) / 2,
  }
}
