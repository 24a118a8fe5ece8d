/** Card colours. The paints themselves are custom properties in theme.css. */

export interface Paint {
  fill: string
  /** For symbols and letters on the fill. */
  ink: string
  edge: string
}

export const WILD = 'wild'
export const GRAY = 'gray'

const PAINTED = new Set([
  'black',
  'blue',
  'brown',
  'cyan',
  'green',
  'orange',
  'pink',
  'purple',
  'red',
  'teal',
  'turquoise',
  'violet',
  'white',
  'yellow',
  WILD,
  GRAY,
])

/** The paint of a card colour, of "wild" or of "gray"; for an unknown colour it is computed from the name. */
export function paint(color: string): Paint {
  const edge = 'var(--card-edge)'
  if (PAINTED.has(color)) return { fill: `var(--card-${color})`, ink: `var(--card-${color}-ink)`, edge }
  return { fill: `hsl(${hue(color)} 45% 62%)`, ink: '#1b1a1e', edge }
}

/** Colours of the boards, each with a tint of its own for routes. */
const TINTED = new Set(['black', 'blue', 'green', 'orange', 'purple', 'red', 'white', 'yellow', GRAY])

/** The paint of a route: a tint of the card, so that the pieces stand out. */
export function routePaint(color: string): Paint {
  const { fill: card } = paint(color)
  const fill = TINTED.has(color) ? `var(--route-${color})` : `color-mix(in oklab, ${card} 50%, var(--route-paper))`
  return { fill, ink: 'var(--route-ink)', edge: `color-mix(in oklab, ${card} 45%, var(--route-line))` }
}

function hue(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
