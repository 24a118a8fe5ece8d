/** Lines of a small chart: values as a path, and the marks of its scale. */

export interface Box {
  width: number
  height: number
}

/** Round whole numbers for the lines of a scale, at most about six of them, which enclose all values. */
export function scale(least: number, most: number): number[] {
  const rough = Math.max(1, (most - least) / 6)
  const power = 10 ** Math.floor(Math.log10(rough))
  const each = [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? power
  const first = Math.floor(least / each)
  const last = Math.ceil(most / each)
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * each)
}

/** Where a value lies from top to bottom. */
export function down(value: number, marks: readonly number[], { height }: Box): number {
  const [least, most] = [marks[0], marks[marks.length - 1]]
  return height - ((value - least) / Math.max(1, most - least)) * height
}

/** The values from left to right as an SVG path. */
export function line(values: readonly number[], marks: readonly number[], box: Box): string {
  const each = box.width / Math.max(1, values.length - 1)
  return values
    .map((value, n) => `${n ? 'L' : 'M'}${(n * each).toFixed(1)} ${down(value, marks, box).toFixed(1)}`)
    .join('')
}
