/** The outline of a plaque with notched corners, `by` inside its edge, as the `d` of a path. */
export function plaque(width: number, height: number, by: number): string {
  const [w, h, n] = [width - by, height - by, 7]
  return `M${by + n} ${by}H${w - n}a${n} ${n} 0 0 0 ${n} ${n}V${h - n}a${n} ${n} 0 0 0 ${-n} ${n}H${by + n}a${n} ${n} 0 0 0 ${-n} ${-n}V${by + n}a${n} ${n} 0 0 0 ${n} ${-n}Z`
}
