/** Cities and routes highlighted on the board, because a ticket or log entry about them is hovered. */
import type { EditionData } from '../../net/wire'

export interface Highlighted {
  cities: number[]
  routes: number[]
}

/** How long a tapped ticket is highlighted, in milliseconds. */
export const FLASH = 1200

const NOTHING: Highlighted = { cities: [], routes: [] }

export class Highlight {
  current = $state.raw<Highlighted>(NOTHING)

  /** Whether anything is highlighted. */
  get on(): boolean {
    return this.current !== NOTHING
  }

  constructor(private readonly edition: EditionData) {}

  ticket(ticket: number, routes: number[] = []): void {
    const { a, b } = this.edition.tickets[ticket]
    this.current = { cities: [a, b], routes }
  }

  /** Highlights a ticket for a moment: a finger does not hover. */
  flash(ticket: number): void {
    this.ticket(ticket)
    const shown = this.current
    setTimeout(() => this.current === shown && this.off(), FLASH)
  }

  routes(routes: number[]): void {
    const cities = routes.flatMap((route) => [this.edition.routes[route].a, this.edition.routes[route].b])
    this.current = { cities: [...new Set(cities)], routes }
  }

  /** Everything that a player has built. */
  network(routes: number[], cities: number[]): void {
    this.current = routes.length + cities.length > 0 ? { cities, routes } : NOTHING
  }

  city(city: number): void {
    this.current = { cities: [city], routes: [] }
  }

  off(): void {
    this.current = NOTHING
  }
}
