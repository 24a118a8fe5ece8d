/** Zooming and panning by wheel, mouse and fingers. Keys and buttons call the same methods. */

import {
  type Camera,
  type Extent,
  type Scene,
  type Size,
  initialCamera,
  fit,
  fitIntoView,
  inSight,
  isFit,
  onBoard,
  panned,
  reframed,
  bringIntoView,
  zoomed,
} from '../geometry/camera'
import type { Point } from '../geometry/drawing'
import { type Contact, type Gesture, Gestures } from './gestures'
import { CameraLayer } from './camera-layer'

export interface NavigationHandlers {
  /** The board has come to rest and this part of it is seen; `usual` is the scale at which it is seen without a zoom. */
  rested(camera: Camera, whole: boolean, usual: number, seen: Extent): void
  /** The board is being panned or zoomed. */
  moving(zoomed: boolean): void
  /** A point of the board was tapped; true if something was hit. */
  tap(at: Point, touch: boolean): boolean
  /** A mouse is over a point of the board, or has left it. */
  hover(at: Point | null): void
  /** The part of the board to show first, where not all of it can be seen well. */
  focusArea(): Extent | null
  /** The part that the user is busy with: it stays in sight when the frame changes. */
  busy(): Extent | null
}

const STEP = 1.4
const DOUBLE_TAP = 2.2
const WHEEL = 0.0016
/** A pinch on a touchpad arrives as small wheel events. */
const PINCH = 0.01
const LINE = 16

export class Navigation {
  private readonly layer: CameraLayer
  private readonly gestures = new Gestures()
  private readonly resizes: ResizeObserver
  private readonly listeners = new AbortController()
  /** How the user wants to see the board; until then the initial camera is kept. */
  private wish: 'initial' | 'whole' | 'own' = 'initial'
  private usual: number
  /** The camera before a glance at a part of the board. */
  private before: Camera | null = null

  constructor(
    private readonly frame: HTMLElement,
    layer: HTMLElement,
    board: Size,
    private readonly handlers: NavigationHandlers,
  ) {
    const scene = { board, frame: sizeOf(frame) }
    const initial = initialCamera(scene, handlers.focusArea())
    this.usual = initial.scale
    this.layer = new CameraLayer(
      layer,
      scene,
      initial,
      (camera, now) => handlers.rested(camera, isFit(camera, now), this.usual, inSight(camera, now)),
      (stretched) => handlers.moving(stretched),
    )
    this.listen()
    this.resizes = new ResizeObserver(() => this.resized())
    this.resizes.observe(frame)
  }

  get camera(): Camera {
    return this.layer.camera
  }

  get whole(): boolean {
    return isFit(this.camera, this.scene)
  }

  get scale(): number {
    return this.camera.scale
  }

  zoom(steps: number, at: Point = this.middle()): void {
    this.go(zoomed(this.camera, STEP ** steps, at, this.scene), true)
  }

  fit(): void {
    this.go(fit(this.scene), true)
  }

  /** Pans the board; false if it can't be moved any further that way. */
  pan(dx: number, dy: number): boolean {
    const before = this.camera
    const after = panned(before, dx, dy, this.scene)
    if (after.x === before.x && after.y === before.y) return false
    this.go(after)
    return true
  }

  /** Brings a part of the board into view. */
  show(part: Extent): void {
    const camera = bringIntoView(this.camera, part, this.scene)
    if (!this.gestures.dragging && !same(camera, this.camera)) this.layer.move(camera, true)
  }

  /** Shows a part of the board for a while; null returns to the camera before. */
  glance(part: Extent | null): void {
    if (part) {
      const { camera } = this
      const next = fitIntoView(camera, part, this.scene)
      if (same(next, camera)) return
      this.before ??= camera
      this.layer.move(next, true)
    } else if (this.before) {
      this.layer.move(this.before, true)
      this.before = null
    }
  }

  /** The point of the board under a point of the window, or null outside the frame. */
  pointAt(clientX: number, clientY: number): Point | null {
    const { left, top, width, height } = this.frame.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    return x < 0 || y < 0 || x > width || y > height ? null : onBoard(this.camera, x, y)
  }

  end(): void {
    this.listeners.abort()
    this.resizes.disconnect()
    this.layer.end()
  }

  /** Moves where the user wants it. */
  private go(camera: Camera, glide = false): void {
    this.wish = isFit(camera, this.scene) ? 'whole' : 'own'
    this.before = null
    this.layer.move(camera, glide)
  }

  private get scene(): Scene {
    return this.layer.scene
  }

  private listen(): void {
    const { frame, gestures } = this
    const options = { signal: this.listeners.signal }
    frame.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button === 0) gestures.down(this.contact(event))
      },
      options,
    )
    frame.addEventListener('pointermove', (event) => this.moved(event), options)
    frame.addEventListener('pointerup', (event) => this.perform(gestures.up(this.contact(event))), options)
    frame.addEventListener('pointercancel', (event) => gestures.cancel(event.pointerId), options)
    frame.addEventListener('pointerleave', () => this.handlers.hover(null), options)
    frame.addEventListener('wheel', (event) => this.wheel(event), { ...options, passive: false })
    // Two fingers pinch the board, also where one finger scrolls the page.
    frame.addEventListener(
      'touchmove',
      (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault()
      },
      { ...options, passive: false },
    )
  }

  private moved(event: PointerEvent): void {
    this.perform(this.gestures.move(this.contact(event), !this.whole))
    if (this.gestures.dragging) {
      if (!this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId)
      this.handlers.hover(null)
    } else if (event.pointerType === 'mouse' && event.buttons === 0) {
      this.handlers.hover(this.pointAt(event.clientX, event.clientY))
    }
  }

  private perform(gesture: Gesture | null): void {
    switch (gesture?.type) {
      case 'pan':
        return this.go(panned(this.camera, gesture.dx, gesture.dy, this.scene))
      case 'pinch': {
        const { factor, x, y, dx, dy } = gesture
        return this.go(panned(zoomed(this.camera, factor, [x, y], this.scene), dx, dy, this.scene))
      }
      case 'tap':
        return this.tap(gesture.x, gesture.y, gesture.touch, gesture.again)
    }
  }

  private tap(x: number, y: number, touch: boolean, again: boolean): void {
    const at = onBoard(this.camera, x, y)
    // The second tap of a double tap zooms; the first has chosen already.
    const hit = !(touch && again) && this.handlers.tap(at, touch)
    if (hit) this.wish = this.whole ? 'whole' : 'own'
    if (!again || hit) return
    if (this.whole) this.go(zoomed(this.camera, DOUBLE_TAP, [x, y], this.scene), true)
    else this.fit()
  }

  private wheel(event: WheelEvent): void {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
    if (!event.ctrlKey && (event.shiftKey || Math.abs(dx) > Math.abs(dy))) {
      if (this.pan(event.shiftKey && !dx ? -dy : -dx, 0)) event.preventDefault()
      return
    }
    const factor = Math.exp(-dy * (event.ctrlKey ? PINCH : WHEEL))
    const { left, top } = this.frame.getBoundingClientRect()
    const next = zoomed(this.camera, factor, [event.clientX - left, event.clientY - top], this.scene)
    // At the limit of the zoom, the wheel scrolls the page.
    if (next.scale === this.scale && !event.ctrlKey) return
    event.preventDefault()
    this.go(next)
  }

  private resized(): void {
    const before = this.scene
    const after = { board: before.board, frame: sizeOf(this.frame) }
    if (after.frame.width === before.frame.width && after.frame.height === before.frame.height) return
    this.layer.scene = after
    this.before = null
    this.usual = initialCamera(after, null).scale
    this.layer.move(this.settled(before, after))
    this.layer.settle()
  }

  /** Where the board lies in a frame of another size. */
  private settled(before: Scene, after: Scene): Camera {
    const busy = this.handlers.busy()
    const camera =
      this.wish === 'initial'
        ? initialCamera(after, this.handlers.focusArea())
        : this.wish === 'whole'
          ? fit(after)
          : reframed(this.camera, before, after)
    if (!busy) return camera
    // The whole board in a small frame shows little of one route.
    return isFit(camera, after) ? initialCamera(after, busy) : bringIntoView(camera, busy, after)
  }

  private contact(event: PointerEvent): Contact {
    const { left, top } = this.frame.getBoundingClientRect()
    return {
      id: event.pointerId,
      x: event.clientX - left,
      y: event.clientY - top,
      touch: event.pointerType !== 'mouse',
      time: event.timeStamp,
    }
  }

  private middle(): Point {
    return [this.scene.frame.width / 2, this.scene.frame.height / 2]
  }
}

function same(one: Camera, two: Camera): boolean {
  return one.x === two.x && one.y === two.y && one.scale === two.scale
}

function sizeOf(element: HTMLElement): Size {
  return { width: element.clientWidth, height: element.clientHeight }
}
