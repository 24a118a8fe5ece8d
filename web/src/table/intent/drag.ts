/** Drag and drop with mouse, pen or finger; a press that hardly moves stays a click. */
import type { Attachment } from 'svelte/attachments'

export interface Drag {
  move(x: number, y: number, touch: boolean): void
  drop(x: number, y: number, touch: boolean): void
  cancel(): void
}

const SLACK = 8
/** A finger hides what it points at: the aim is this many pixels above it. */
export const ABOVE_FINGER = 56

/** Where a drag aims. */
export function aim(x: number, y: number, touch: boolean): [x: number, y: number] {
  return [x, touch ? y - ABOVE_FINGER : y]
}

export function dragging(drag: Drag): Attachment<HTMLElement> {
  return (element) => {
    let from: { id: number; x: number; y: number; touch: boolean } | null = null
    let moving = false

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary) return
      from = { id: event.pointerId, x: event.clientX, y: event.clientY, touch: event.pointerType === 'touch' }
      moving = false
      // At once: the first move of a quick flick is outside the element already.
      element.setPointerCapture(event.pointerId)
    }

    function move(event: PointerEvent): void {
      if (!from || event.pointerId !== from.id) return
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
      if (!moving) {
        if (Math.hypot(dx, dy) < SLACK) return
        moving = true
      }
      drag.move(event.clientX, event.clientY, from.touch)
    }

    function up(event: PointerEvent): void {
      if (!from || event.pointerId !== from.id) return
      const { touch } = from
      from = null
      if (!moving) return
      // The click that follows a drag is ignored.
      element.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 50)
      drag.drop(event.clientX, event.clientY, touch)
    }

    function stop(): void {
      if (from && moving) drag.cancel()
      from = null
    }

    function key(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !from || !moving) return
      event.stopPropagation()
      stop()
    }

    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', key, true)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', key, true)
      stop()
    }
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
