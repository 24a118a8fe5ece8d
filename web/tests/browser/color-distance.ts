/** How different two colours look: CIEDE2000, also to people who see no red, no green or no blue. */

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]
type Lab = readonly [number, number, number]
type Matrix = readonly [Rgb, Rgb, Rgb]

/** What is left of linear light in the eye: Machado, Oliveira and Fernandes 2009, severity 1. */
export const VISIONS: Readonly<Record<string, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
const WHITE = [0.95047, 1, 1.08883]

const times = (matrix: Matrix, [r, g, b]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Rgb

const linear = (value: number): number =>
  value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

function lab(color: Rgb, vision?: string): Lab {
  const light = color.map(linear) as unknown as Rgb
  const seen = vision ? times(VISIONS[vision], light).map((part) => Math.min(1, Math.max(0, part))) : light
  const [x, y, z] = times(TO_XYZ, seen as unknown as Rgb).map((part, n) => {
    const share = part / WHITE[n]
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116
  })
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const degrees = (turn: number): number => (turn * Math.PI) / 180
const hue = (b: number, a: number): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360

/** CIEDE2000, as in Sharma, Wu and Dalal 2005. */
export function distance(one: Rgb, two: Rgb, vision?: string): number {
  const [L1, a1, b1] = lab(one, vision)
  const [L2, a2, b2] = lab(two, vision)
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7
  const more = 1 + 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)))
  const [C1, C2] = [Math.hypot(more * a1, b1), Math.hypot(more * a2, b2)]
  const [h1, h2] = [hue(b1, more * a1), hue(b2, more * a2)]
  const gray = C1 * C2 === 0
  const turn = gray ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1
  const dH = 2 * Math.sqrt(C1 * C2) * Math.sin(degrees(turn / 2))
  const [L, C] = [(L1 + L2) / 2, (C1 + C2) / 2]
  const sum = h1 + h2
  const h = gray ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  const T =
    1 -
    0.17 * Math.cos(degrees(h - 30)) +
    0.24 * Math.cos(degrees(2 * h)) +
    0.32 * Math.cos(degrees(3 * h + 6)) -
    0.2 * Math.cos(degrees(4 * h - 63))
  const l = (L2 - L1) / (1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2))
  const c = (C2 - C1) / (1 + 0.045 * C)
  const d = dH / (1 + 0.015 * C * T)
  const bend = -2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7)) * Math.sin(degrees(60 * Math.exp(-(((h - 275) / 25) ** 2))))
  return Math.sqrt(l * l + c * c + d * d + bend * c * d)
}
