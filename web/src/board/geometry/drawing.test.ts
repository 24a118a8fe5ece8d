import { describe, expect, it } from 'vitest'
import { type Point, lane, outline, path, upright } from './drawing'
import { topMarks } from '../marks'
import { spaceOutline, outlineOf, symbolSpaces } from './spaces'
import { bentLine } from './tube'

describe('spaces', () => {
  it('are never upside down', () => {
    expect([0, 45, 90, 91, 180, 200, -100, 359].map(upright)).toEqual([0, 45, 90, -89, 0, 20, 80, -1])
  })

  it('make a lane from end to end', () => {
    const line = lane(
      [
        [10, 0, 90, 20],
        [10, 24, 90, 20],
      ],
      1,
    )
    expect(path(line)).toBe('M10.0 -11.0L10.0 0.0L10.0 24.0L10.0 35.0')
    expect(lane([])).toEqual([])
  })

  it('have an outline around them all', () => {
    expect(outline([[10, 0, 0, 20]], 10, 5)).toBe('M-5.0 -10.0L10.0 -10.0L25.0 -10.0L25.0 10.0L10.0 10.0L-5.0 10.0Z')
  })

  it('carry symbols in the middle', () => {
    expect(symbolSpaces(8, 2)).toEqual([3, 5])
    expect(symbolSpaces(3, 2)).toEqual([0, 2])
    expect(symbolSpaces(2, 0)).toEqual([1, 1])
  })

  it('have an outline for every kind, each another', () => {
    const kinds = ['plain', 'pointed', 'single', 'waved', 'notched'] as const
    const shapes = kinds.map((kind) => spaceOutline(kind, 36, 15))
    expect(new Set(shapes).size).toBe(kinds.length)
    for (const shape of shapes) expect(shape).toMatch(/^M[^N]*Z$/)
  })

  it('of a kind from a newer server are plain', () => {
    expect(outlineOf('waved')).toBe('waved')
    expect(outlineOf('starry')).toBe('plain')
    expect(outlineOf(undefined)).toBe('plain')
  })
})

it('a tube leaves both cities as drawn and runs through its space', () => {
  const line = Array.from({ length: 33 }, (_, n): Point => [n * 10, 0])
  const tube = bentLine(line, [160, 9.5])
  expect(tube[0]).toEqual([0, 0])
  expect(tube[32]).toEqual([320, 0])
  expect(tube[16]).toEqual([160, 9.5])
})

it('a city shows the mark that matters most now', () => {
  const marks = topMarks([
    { city: 3, kind: 'done' },
    { city: 3, kind: 'todo' },
    { city: 3, kind: 'chosen' },
    { city: 3, kind: 'offer' },
    { city: 4, kind: 'done' },
  ])
  expect([...marks]).toEqual([
    [3, 'chosen'],
    [4, 'done'],
  ])
})
