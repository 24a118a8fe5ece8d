/** The score track around a board. */

import type { Drawing } from '../../net/wire'

/** The slot of a number of points: those beyond the last slot start another round, debts wait at the start. */
export function slotOf(points: number, slots: number): number {
  return Math.max(0, points) % slots
}

/** Lines between the slots, across the frame. */
export function ticks({ frame: { width, slots } }: Pick<Drawing, 'frame'>): string {
  const half = width / 2 - 3
  return slots
    .map(([x, y], n) => {
      const [u, v] = slots[(n + 1) % slots.length]
      const level = Math.abs(u - x) > Math.abs(v - y)
      const [across, down] = [(x + u) / 2, (y + v) / 2]
      return level ? `M${across} ${y - half}v${2 * half}` : `M${x - half} ${down}h${2 * half}`
    })
    .join('')
}
