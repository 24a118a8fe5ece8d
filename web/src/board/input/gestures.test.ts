import { beforeEach, describe, expect, it } from 'vitest'
import { Gestures, type Contact, type Gesture } from './gestures'

let calls: string[]
let canPan: boolean
let gestures: RecordedGestures

/** Writes every gesture into `calls`. */
class RecordedGestures extends Gestures {
  override move(contact: Contact, pans = canPan) {
    return recorded(super.move(contact, pans))
  }
  override up(contact: Contact) {
    return recorded(super.up(contact))
  }
}

function recorded(gesture: Gesture | null): Gesture | null {
  if (gesture) calls.push(inWords(gesture))
  return gesture
}

function inWords(gesture: Gesture): string {
  switch (gesture.type) {
    case 'pan':
      return `pan ${gesture.dx} ${gesture.dy}`
    case 'pinch':
      return `pinch ${gesture.factor} at ${gesture.x} ${gesture.y} by ${gesture.dx} ${gesture.dy}`
    case 'tap':
      return `${gesture.again ? 'second ' : ''}tap ${gesture.x} ${gesture.y} ${gesture.touch ? 'touch' : 'mouse'}`
  }
}

const contact = (x: number, y: number, time = 0, id = 1, touch = true) => ({ id, x, y, touch, time })

beforeEach(() => {
  calls = []
  canPan = true
  gestures = new RecordedGestures()
})

describe('a tap', () => {
  it('is a finger that goes down and up', () => {
    gestures.down(contact(10, 20))
    gestures.move(contact(13, 22, 30))
    gestures.up(contact(13, 22, 60))
    expect(calls).toEqual(['tap 13 22 touch'])
  })

  it('is no finger that rests', () => {
    gestures.down(contact(10, 20))
    gestures.up(contact(10, 20, 2000))
    expect(calls).toEqual([])
  })

  it('knows the second of two at one place', () => {
    for (const time of [0, 200, 400, 2000]) {
      gestures.down(contact(10, 20, time))
      gestures.up(contact(10, 20, time + 40))
    }
    expect(calls).toEqual(['tap 10 20 touch', 'second tap 10 20 touch', 'tap 10 20 touch', 'tap 10 20 touch'])
  })

  it('counts again at another place', () => {
    gestures.down(contact(10, 20))
    gestures.up(contact(10, 20, 40))
    gestures.down(contact(100, 20, 100))
    gestures.up(contact(100, 20, 140))
    expect(calls).toEqual(['tap 10 20 touch', 'tap 100 20 touch'])
  })
})

describe('a drag', () => {
  it('is never a tap, even where it ends as it began', () => {
    gestures.down(contact(0, 0))
    gestures.move(contact(20, 0))
    gestures.move(contact(50, 5))
    gestures.move(contact(0, 0))
    gestures.up(contact(0, 0, 100))
    expect(calls).toEqual(['pan 30 5', 'pan -50 -5'])
  })

  it('begins sooner with a mouse', () => {
    gestures.down(contact(0, 0, 0, 1, false))
    gestures.move(contact(5, 0, 0, 1, false))
    expect(gestures.dragging).toBe(true)
    gestures.cancel(1)
    gestures.down(contact(0, 0))
    gestures.move(contact(5, 0))
    expect(gestures.dragging).toBe(false)
  })

  it('moves nothing where nothing can be moved', () => {
    canPan = false
    gestures.down(contact(0, 0))
    gestures.move(contact(20, 0))
    gestures.move(contact(50, 0))
    expect(calls).toEqual([])
  })

  it('ends when the browser takes it away', () => {
    gestures.down(contact(0, 0))
    gestures.cancel(1)
    gestures.up(contact(0, 0, 50))
    expect(calls).toEqual([])
    expect(gestures.dragging).toBe(false)
  })
})

describe('a pinch', () => {
  it('zooms around the middle of two fingers', () => {
    gestures.down(contact(0, 0, 0, 1))
    gestures.down(contact(100, 0, 0, 2))
    gestures.move(contact(200, 0, 0, 2))
    gestures.move(contact(100, 0, 0, 1))
    expect(calls).toEqual(['pinch 2 at 100 0 by 50 0', 'pinch 0.5 at 150 0 by 50 0'])
  })

  it('is no tap, whichever finger leaves first', () => {
    gestures.down(contact(0, 0, 0, 1))
    gestures.down(contact(100, 0, 10, 2))
    gestures.up(contact(0, 0, 50, 1))
    gestures.up(contact(100, 0, 60, 2))
    expect(calls).toEqual([])
  })

  it('goes on as a drag with the finger that is left', () => {
    gestures.down(contact(0, 0, 0, 1))
    gestures.down(contact(100, 0, 10, 2))
    gestures.up(contact(0, 0, 50, 1))
    gestures.move(contact(110, 3, 60, 2))
    expect(calls).toEqual(['pan 10 3'])
  })
})
