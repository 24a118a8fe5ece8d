/** A symbol for each card colour, in a square from -1 to 1. None of them is a player's shape. */

import { WILD } from './colors'

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

const number = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Bars that point away from the middle. */
function rays(count: number, from: number, to: number, half: number): string {
  let path = ''
  for (let n = 0; n < count; n++) {
    const turn = (2 * Math.PI * n) / count - Math.PI / 2
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    const corners = [
      [from, -half],
      [to, -half],
      [to, half],
      [from, half],
    ] as const
    path += 'M' + corners.map(([u, v]) => `${number(u * c - v * s)} ${number(u * s + v * c)}`).join('L') + 'Z'
  }
  return path
}

export const SYMBOLS: Readonly<Record<string, string>> = {
  // Heart.
  red: 'M0 .92C-.5 .5-1 .12-1-.36C-1-.7-.75-.9-.5-.9C-.26-.9-.09-.77 0-.55C.09-.77.26-.9.5-.9C.75-.9 1-.7 1-.36C1 .12.5 .5 0 .92Z',
  // Drop.
  blue: 'M0-1C.3-.5.74-.12.74.3A.74.7 0 0 1-.74.3C-.74-.12-.3-.5 0-1Z',
  // Clover.
  green: `${disc(0, -0.48, 0.46)}${disc(-0.52, 0.2, 0.46)}${disc(0.52, 0.2, 0.46)}M-.14-.1L-.32 1H.32L.14-.1Z`,
  // Sun.
  yellow: `${disc(0, 0, 0.48)}${rays(8, 0.64, 1, 0.13)}`,
  // Lightning.
  orange: 'M.3-1L-.66.16H-.08L-.3 1L.66-.26H.08Z',
  // Crown.
  purple: 'M-.95.75V-.6L-.46-.05L0-.9L.46-.05L.95-.6V.75Z',
  // Cross.
  black: 'M-.9-.5L-.5-.9L0-.4L.5-.9L.9-.5L.4 0L.9.5L.5.9L0 .4L-.5.9L-.9.5L-.4 0Z',
  // Moon.
  white: 'M.3-.95A1 1 0 1 0 .95.4A.82.82 0 0 1 .3-.95Z',
  // Wheel: the wild of every board has wheels.
  [WILD]: `${disc(0, 0, 1)}${disc(0, 0, 0.72)}${disc(0, 0, 0.25)}${rays(6, 0.25, 0.72, 0.11)}`,
}

/** The letter for a colour that has no symbol. */
export const letter = (color: string): string => (color[0] ?? '?').toUpperCase()
