/** The emptiest corner of the board, which has room for buttons. */

import { spots } from './drawing'
import type { Drawing } from '../../net/wire'

export const CORNERS = ['bottom right', 'top right', 'bottom left', 'top left'] as const
export type Corner = (typeof CORNERS)[number]

/** Size of a corner, as a share of the board's width and height. */
const ACROSS = 0.1
const DOWN = 0.26

export function emptiestCorner(
  { width, height, routes, cities }: Drawing,
  corners: readonly Corner[] = CORNERS,
): Corner {
  const drawn = [
    ...routes.flatMap(({ spaces }) => spaces.map(([x, y]) => [x, y])),
    ...cities.flatMap((city) =>
      spots(city).flatMap(({ x, y, name }) => [
        [x, y],
        [name.x, name.y],
      ]),
    ),
  ]
  const count = (corner: Corner) =>
    drawn.filter(([x, y]) => {
      const [across, down] = [x / width, y / height]
      const aside = corner.endsWith('right') ? 1 - across : across
      return aside < ACROSS && (corner.startsWith('bottom') ? 1 - down : down) < DOWN
    }).length
  return corners.reduce((best, next) => (count(next) < count(best) ? next : best))
}
