/** Which stations their owners may still choose for. */
import type { Result, StationResult } from '../../net/wire'

/** The stations of these seats for which there is something to choose, unless the seat has chosen already. */
export function openChoices(result: Result, seats: readonly number[]): StationResult[] {
  const done = new Set(result.stations.filter((station) => station.chosen).map((station) => station.seat))
  return result.stations.filter(
    (station) => seats.includes(station.seat) && !done.has(station.seat) && station.routes.length > 0,
  )
}
