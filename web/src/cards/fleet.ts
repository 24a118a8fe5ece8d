/** Which vehicles the cards of a table show, for every card below the component that provides it. */
import { getContext, setContext } from 'svelte'

export interface FleetChoice {
  /** The pieces of the edition, in its order. */
  pieces: readonly string[]
  wild: string
}

const KEY = Symbol('fleet')
const RAIL: FleetChoice = { pieces: [], wild: 'locomotive' }

export const provideFleet = (fleet: FleetChoice): FleetChoice => setContext(KEY, fleet)
export const fleetContext = (): FleetChoice => getContext<FleetChoice | undefined>(KEY) ?? RAIL
