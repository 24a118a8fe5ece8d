/** What is lit on the map because something beside it is pointed at. */
import type { EditionData } from '../../net/wire'

export interface Lit {
  cities: number[]
  routes: number[]
}

const DARK: Lit = { cities: [], routes: [] }

export class Light {
  lit = $state.raw<Lit>(DARK)

  constructor(private readonly edition: EditionData) {}

  ticket(ticket: number, routes: number[] = []): void {
    const { a, b } = this.edition.tickets[ticket]
    this.lit = { cities: [a, b], routes }
  }

  routes(routes: number[]): void {
    const cities = routes.flatMap((route) => [this.edition.routes[route].a, this.edition.routes[route].b])
    this.lit = { cities: [...new Set(cities)], routes }
  }

  city(city: number): void {
    this.lit = { cities: [city], routes: [] }
  }

  off(): void {
    this.lit = DARK
  }
}
