import { describe, expect, it } from 'vitest'
import {
  type Camera,
  type Scene,
  initialCamera,
  fit,
  clamped,
  fitIntoView,
  inSight,
  isFit,
  onBoard,
  panned,
  reframed,
  bringIntoView,
  zoomed,
} from './camera'

const landscape: Scene = { board: { width: 1000, height: 500 }, frame: { width: 412, height: 800 } }
const close: Camera = { x: -600, y: -200, scale: 2 }

describe('the whole board', () => {
  it('lies in the middle, as big as the frame allows', () => {
    expect(fit(landscape)).toEqual({ scale: 0.406, x: 3, y: 298.5 })
    expect(fit({ board: { width: 500, height: 1000 }, frame: { width: 4000, height: 2006 } }).scale).toBe(2)
  })

  it('has a scale even in a frame without room', () => {
    expect(fit({ board: { width: 1000, height: 500 }, frame: { width: 0, height: 0 } }).scale).toBeGreaterThan(0)
  })

  it('is the farthest one can zoom out', () => {
    expect(zoomed(close, 0.001, [10, 10], landscape)).toEqual(fit(landscape))
  })
})

describe('at the beginning', () => {
  const phone: Scene = { board: { width: 1542, height: 1026 }, frame: { width: 390, height: 472 } }

  it('the whole board is seen where there is room for it', () => {
    const desk = { ...phone, frame: { width: 800, height: 600 } }
    expect(initialCamera(desk, [0, 0, 10, 10])).toEqual(fit(desk))
  })

  it('a tall board has the full width of a phone', () => {
    const upright = { board: { width: 645, height: 870 }, frame: phone.frame }
    expect(initialCamera(upright, null).scale * 645).toBeCloseTo(384)
    const desk = { ...upright, frame: { width: 700, height: 472 } }
    expect(initialCamera(desk, null)).toEqual(fit(desk))
  })

  it('a frame that would be half empty is filled, around what matters', () => {
    const camera = initialCamera(phone, [1200, 400, 1300, 600])
    expect(camera.scale * phone.board.height).toBeCloseTo(466)
    expect(onBoard(camera, 195, 0)[0]).toBeCloseTo(1542 - (195 - 3) / camera.scale, 0)
    expect(onBoard(initialCamera(phone, [700, 0, 800, 9]), 195, 0)[0]).toBeCloseTo(750)
    expect(onBoard(initialCamera(phone, null), 195, 0)[0]).toBeCloseTo(771)
  })

  it('it is never closer than need be', () => {
    const low = { board: { width: 1166, height: 300 }, frame: phone.frame }
    expect(initialCamera(low, null).scale).toBe(0.62)
  })
})

describe('zooming', () => {
  it('keeps the point under the pointer where it is', () => {
    const after = zoomed(close, 1.5, [200, 400], landscape)
    expect(after.scale).toBe(3)
    const [before, now] = [onBoard(close, 200, 400), onBoard(after, 200, 400)]
    expect(now[0]).toBeCloseTo(before[0])
    expect(now[1]).toBeCloseTo(before[1])
  })

  it('ends somewhere', () => {
    expect(zoomed(close, 1000, [200, 400], landscape).scale).toBe(4)
    const huge = { board: { width: 1000, height: 500 }, frame: { width: 3840, height: 2160 } }
    expect(zoomed(fit(huge), 1000, [0, 0], huge).scale).toBeCloseTo(fit(huge).scale * 2.5)
  })
})

describe('panning', () => {
  it('follows the hand exactly', () => {
    const tall = { ...landscape, frame: { width: 412, height: 400 } }
    expect(panned(close, 13, -7, tall)).toEqual({ x: -587, y: -207, scale: 2 })
  })

  it('stops at the edge of the board', () => {
    expect(panned(close, 5000, 0, landscape).x).toBe(3)
    expect(panned(close, -5000, 0, landscape).x).toBe(412 - 2000 - 3)
  })

  it('keeps a side that fits in the middle', () => {
    expect(clamped({ x: 0, y: 0, scale: 0.5 }, landscape).y).toBe(275)
  })
})

describe('a frame of another size', () => {
  const after = { board: landscape.board, frame: { width: 812, height: 400 } }

  it('shows the whole board again', () => {
    expect(isFit(reframed(fit(landscape), landscape, after), after)).toBe(true)
  })

  it('keeps the middle of what was seen', () => {
    const now = reframed(close, landscape, after)
    expect(onBoard(now, 406, 200)[0]).toBeCloseTo(onBoard(close, 206, 400)[0])
    expect(now.scale).toBe(2)
  })
})

describe('what is seen', () => {
  it('is the part of the board inside the frame', () => {
    expect(inSight(close, landscape)).toEqual([300, 100, 506, 500])
    expect(inSight(fit(landscape), landscape)).toEqual([0, 0, 1000, 500])
  })
})

describe('bringing something into view', () => {
  it('moves nothing that is seen already', () => {
    const now = bringIntoView(close, [350, 200, 420, 220], landscape)
    expect(now.x).toBe(close.x)
  })

  it('moves as little as needed', () => {
    const now = bringIntoView(close, [100, 200, 150, 220], landscape)
    expect(now.x).toBe(-200 + 28)
  })

  it('shows the middle of what is too big', () => {
    const now = bringIntoView(close, [100, 200, 900, 220], landscape)
    expect(onBoard(now, 206, 0)[0]).toBeCloseTo(500)
  })

  it('goes away from what is too big until all of it is seen', () => {
    const part = [100, 200, 900, 220] as const
    const now = fitIntoView(close, part, landscape)
    expect(now.scale).toBeCloseTo((412 - 56) / 800)
    expect(onBoard(now, 206, 0)[0]).toBeCloseTo(500)
    expect(fitIntoView(close, [350, 200, 420, 220], landscape).scale).toBe(close.scale)
    expect(fitIntoView(close, [0, 0, 1000, 500], landscape)).toEqual(fit(landscape))
  })
})
