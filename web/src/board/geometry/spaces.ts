/** Outlines of spaces, around the origin; each kind of route has its own. */

export type Outline = 'plain' | 'dashed' | 'pointed' | 'single' | 'waved' | 'heavy' | 'notched'

const OUTLINES: readonly string[] = ['plain', 'dashed', 'pointed', 'single', 'waved', 'heavy', 'notched']

/** The outline that the server names; an unknown one is drawn plain. */
export function outlineOf(name: string | undefined): Outline {
  return OUTLINES.includes(name ?? '') ? (name as Outline) : 'plain'
}

export function spaceOutline(outline: Outline, length: number, thick: number): string {
  switch (outline) {
    case 'pointed':
      return pointed(length, thick)
    case 'single':
      return rounded(length, thick, thick / 2)
    case 'waved':
      return waved(length, thick)
    case 'notched':
      return notched(length, thick)
    default:
      return rounded(length, thick, 2.4)
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

function rounded(length: number, thick: number, radius: number): string {
  const r = Math.min(radius, length / 2, thick / 2)
  const [w, h, n] = [round(length - 2 * r), round(thick - 2 * r), round(r)]
  const turn = (dx: number, dy: number) => `a${n} ${n} 0 0 1 ${dx} ${dy}`
  return `M${round(-length / 2 + r)} ${round(-thick / 2)}h${w}${turn(n, n)}v${h}${turn(-n, n)}h${-w}${turn(-n, -n)}v${-h}${turn(n, -n)}Z`
}

function pointed(length: number, thick: number): string {
  const nose = Math.min(length / 2, thick * 0.5)
  const [half, t, back] = [round(length / 2), round(thick / 2), round(length / 2 - nose)]
  return `M${-half} 0L${-back} ${-t}H${back}L${half} 0L${back} ${t}H${-back}Z`
}

function notched(length: number, thick: number): string {
  const cut = Math.min(length, thick) * 0.3
  const [x, y, u, v] = [length / 2, thick / 2, length / 2 - cut, thick / 2 - cut].map(round) as [
    number,
    number,
    number,
    number,
  ]
  return `M${-u} ${-y}H${u}L${x} ${-v}V${v}L${u} ${y}H${-u}L${-x} ${v}V${-v}Z`
}

/** Wavy long sides; the waves of both sides are parallel, so that the space has the same width everywhere. */
function waved(length: number, thick: number): string {
  const high = thick * 0.13
  const side = thick / 2 - high * 0.4
  const count = Math.max(2, Math.round(length / (thick * 0.7)))
  const step = length / count
  let top = `M${round(-length / 2)} ${round(-side)}`
  let bottom = ''
  for (let n = 0; n < count; n++) {
    const lift = round(n % 2 ? high : -high) * 2
    top += `q${round(step / 2)} ${lift} ${round(step)} 0`
    const back = (count - 1 - n) % 2 ? high : -high
    bottom += `q${round(-step / 2)} ${round(back) * 2} ${round(-step)} 0`
  }
  return `${top}V${round(side)}${bottom}Z`
}

/** Which spaces carry a wild's symbol: those in the middle. */
export function symbolSpaces(spaces: number, symbols: number): [first: number, end: number] {
  const first = Math.floor((spaces - symbols) / 2)
  return [first, first + symbols]
}

/** The space that carries the symbol of its route: in the middle, but not one with a wild's symbol if there are others. */
export function signedSpace(spaces: number, [first, end]: readonly [number, number]): number {
  const middle = Math.floor((spaces - 1) / 2)
  if (middle < first || middle >= end) return middle
  return first > 0 ? first - 1 : end < spaces ? end : middle
}
