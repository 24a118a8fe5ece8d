/**
 * Puts the camera on the screen.
 *
 * While something moves, only the transform of one layer changes, which the GPU does alone. When it has come to rest
 * at another scale, the layer is laid out at that scale, so that it is sharp again.
 */

import type { Camera, Scene } from '../geometry/camera'

const REST = 140
const GLIDE = 200

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export class CameraLayer {
  /** The scale that the layer is laid out at. */
  private drawn = 0
  private frame = 0
  private rest: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly layer: HTMLElement,
    public scene: Scene,
    public camera: Camera,
    /** Called whenever the board has come to rest. */
    private readonly rested: (camera: Camera, scene: Scene) => void,
    /** Called whenever the board moves, and whether at another scale than it is laid out at. */
    private readonly moving: (stretched: boolean) => void = () => undefined,
  ) {
    this.settle()
  }

  /** Moves at once, as in a drag, or with a transition. */
  move(camera: Camera, glide = false): void {
    this.camera = camera
    this.moving(camera.scale !== this.drawn)
    this.layer.style.transition = glide && !calm() ? `transform ${GLIDE}ms ease-out` : ''
    if (!this.frame) this.frame = requestAnimationFrame(() => this.show())
    clearTimeout(this.rest)
    this.rest = setTimeout(() => this.settle(), glide ? GLIDE + REST : REST)
  }

  /** Lays the layer out at the camera's scale. */
  settle(): void {
    clearTimeout(this.rest)
    this.layer.style.transition = ''
    if (this.drawn !== this.camera.scale) {
      this.drawn = this.camera.scale
      this.layer.style.width = `${this.scene.board.width * this.drawn}px`
      this.layer.style.height = `${this.scene.board.height * this.drawn}px`
    }
    this.show()
    this.rested(this.camera, this.scene)
  }

  end(): void {
    cancelAnimationFrame(this.frame)
    clearTimeout(this.rest)
  }

  private show(): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
    const { x, y, scale } = this.camera
    this.layer.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale / this.drawn})`
  }
}
