/** Parts of the outlines of pieces. */

export const round = (value: number): string => String(Math.round(value * 100) / 100)

export const box = (x: number, y: number, width: number, height: number): string =>
  width > 0 && height > 0 ? `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z` : ''

export const wheel = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`

/** A closed outline through points given in halves of the length and in thicknesses. */
export function hull(length: number, thick: number, points: readonly (readonly [number, number])[]): string {
  return 'M' + points.map(([u, v]) => `${round((u * length) / 2)} ${round(v * thick)}`).join('L') + 'Z'
}

/** Windows from one x to another, as many as there is room for. */
export function windows(from: number, to: number, y: number, size: number, height = size): string {
  const count = Math.floor((to - from + size * 0.5) / (size * 1.5))
  const pitch = (to - from) / Math.max(count, 1)
  let path = ''
  for (let n = 0; n < count; n++) path += box(from + pitch * (n + 0.5) - size / 2, y, size, height)
  return path
}

/** Windows on both sides of the mark. */
export function beside(half: number, mark: number, y: number, size: number, height = size): string {
  return windows(-half, -mark, y, size, height) + windows(mark, half, y, size, height)
}
