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

function hue(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}
