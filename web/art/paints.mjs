// The colours of routes in pictures that stand alone. The page has its own, themed ones.
export const PAINTS = {
  black: '#44474a',
  blue: '#3b7fbf',
  gray: '#b4b3ac',
  green: '#5a9a4a',
  orange: '#e58a33',
  purple: '#c77fae',
  red: '#c8483e',
  white: '#fbfaf5',
  yellow: '#eccb42',
}
