import { describe, expect, it } from 'vitest'
import type { EditionData } from '../net/wire'
import { cityLabel, routeLabel } from './labels'

const cities = ['Kirkenes', 'Murmansk', 'Atlantis'].map((name) => ({ id: name, name, tags: [], alias: '' }))
const route = { id: '', a: 0, b: 1, length: 3, color: 2, kind: 'ferry', symbols: 1, pair: null, spaces: 3 }
const edition = {
  cities,
  colors: ['red', 'white', 'mauve'],
  routes: [
    route,
    { ...route, color: null, kind: 'subway', symbols: 0, spaces: 1 },
    { ...route, color: 3, kind: 'monorail', symbols: 0 },
  ],
} as unknown as EditionData

const open = { owner: -1, claimable: false, closed: false }

describe('a route says', () => {
  it('its cities, length, colour, kind and needs', () => {
    expect(routeLabel(edition, 0, open, [])).toBe(
      'Kirkenes – Murmansk, 3 spaces, white, ferry, 1 wild needed, open, you can’t take it now',
    )
  })

  it('how many cards one piece costs', () => {
    expect(routeLabel(edition, 1, open, [])).toContain('one piece, 3 cards, gray, subway')
  })

  it('names of its own where the catalogue has none', () => {
    expect(routeLabel(edition, 2, open, [])).toContain('mauve, monorail')
  })

  it('how it stands', () => {
    const said = (status: object, players: string[] = []) =>
      routeLabel(edition, 0, { ...open, ...status }, players)
        .split(', ')
        .slice(5)
        .join(', ')
    expect(said({ claimable: true })).toBe('open, you can take it')
    expect(said({ closed: true })).toBe('closed')
    expect(said({ owner: 1 }, ['Ada', 'Bo'])).toBe('taken by Bo')
    expect(said({ owner: 1 })).toBe('taken by player 2')
  })
})

it('a city says who built there', () => {
  expect(cityLabel(edition, 2, -1, [])).toBe('Atlantis: you can build here')
  expect(cityLabel(edition, 2, 0, ['Ada'])).toBe('Atlantis: built by Ada')
})
