import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EditionData, EventPair } from '../../net/wire'
import { Speaker } from './speaker'
import { piecesOf, soundOf, tones, type Sound } from './sounds'

const event = (name: string, fields: object = {}) => [name, fields] as unknown as EventPair

describe('what happens is heard', () => {
  it.each<[string, object, Sound | null]>([
    ['CardTaken', { seat: 1, slot: 2, card: 3 }, 'card'],
    ['CardDrawn', { seat: 1, dealt: false, card: null }, 'card'],
    ['CardDrawn', { seat: 1, dealt: true, card: null }, null],
    ['TunnelCardTurned', { card: 3 }, 'card'],
    ['RouteClaimed', { seat: 0, route: 4 }, 'route'],
    ['StationBuilt', { seat: 0, city: 4 }, 'route'],
    ['DisplayFlushed', {}, 'flush'],
    ['LastRoundBegan', { seat: 2 }, 'last'],
    ['GameEnded', {}, 'end'],
    ['CardTurnedUp', { slot: 1, card: 2 }, null],
    ['TurnBegan', { seat: 1 }, null],
  ])('%s', (name, fields, sound) => expect(soundOf(event(name, fields))).toBe(sound))

  it('with a knock for each piece', () => {
    const edition = { routes: [{ spaces: 4 }] } as EditionData
    expect(piecesOf(edition, event('RouteClaimed', { route: 0 }))).toBe(4)
    expect(piecesOf(edition, event('StationBuilt', { city: 0 }))).toBe(1)
    const knocks = (count: number) => new Set(tones('route', count).map(({ at }) => at)).size
    expect([knocks(1), knocks(4)]).toEqual([1, 4])
  })
})

it.each<Sound>(['turn', 'card', 'route', 'flush', 'ticket', 'last', 'end'])('%s is short and never harsh', (sound) => {
  const made = tones(sound, 8)
  expect(made.length).toBeGreaterThan(0)
  for (const { at, lasts, loud } of made) {
    expect(at + lasts).toBeLessThan(2)
    expect(lasts).toBeGreaterThan(0)
    expect(loud).toBeLessThanOrEqual(0.8)
  }
})

describe('the speaker', () => {
  const gain = () => ({ setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() })
  const started: number[] = []
  const loud: number[] = []
  const audio = {
    currentTime: 10,
    state: 'running',
    sampleRate: 8000,
    destination: {},
    close: () => Promise.resolve(),
    createGain: () => ({ gain: { ...gain(), setValueAtTime: (value: number) => loud.push(value) }, connect: vi.fn() }),
    createOscillator: () => ({
      frequency: gain(),
      connect: vi.fn(),
      start: (at: number) => started.push(at),
      stop: vi.fn(),
    }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    createBufferSource: () => ({ connect: vi.fn(), start: (at: number) => started.push(at), stop: vi.fn() }),
  }
  const make = vi.fn(() => audio as unknown as AudioContext)
  let wanted = true
  beforeEach(() => {
    started.length = loud.length = 0
    make.mockClear()
    wanted = true
  })

  it('is silent until somebody has touched the page', () => {
    const speaker = new Speaker(() => wanted, make)
    speaker.play('card')
    expect(make).not.toHaveBeenCalled()
    speaker.touched()
    speaker.play('card')
    expect(started).toEqual([10])
  })

  it('is silent for people who want no sounds', () => {
    const speaker = new Speaker(() => wanted, make)
    speaker.touched()
    wanted = false
    speaker.play('end')
    speaker.volume = 0
    wanted = true
    speaker.play('end')
    expect(make).not.toHaveBeenCalled()
  })

  it('plays sounds after each other, and leaves out what comes too late', () => {
    const speaker = new Speaker(() => wanted, make)
    speaker.touched()
    for (let n = 0; n < 20; n++) speaker.play('card')
    expect(started[1] - started[0]).toBeCloseTo(0.09)
    expect(started.length).toBe(8)
  })

  it('is as loud as wished', () => {
    const speaker = new Speaker(() => wanted, make)
    speaker.touched()
    speaker.volume = 7
    expect(speaker.volume).toBe(1)
    speaker.play('card')
    speaker.volume = 0.5
    speaker.play('card')
    expect(loud[1]).toBeCloseTo(loud[0] / 4)
  })

  it('never stops the game where there is no sound', () => {
    const speaker = new Speaker(
      () => true,
      () => {
        throw new Error('no audio')
      },
    )
    speaker.touched()
    expect(() => speaker.play('turn')).not.toThrow()
  })
})
