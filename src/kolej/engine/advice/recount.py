"""The recount: a result route by route, ticket by ticket and award by award, as players add it up on paper."""

from dataclasses import dataclass

from kolej.engine.core.state import NONE
from kolej.engine.ruleset.rules import Rules
from kolej.engine.scoring.network import station_cities
from kolej.engine.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class RouteScore:
    """A route of a seat."""

    route: int
    points: int
    steps: int
    """How far it moved the seat's marker."""


@dataclass(frozen=True, slots=True)
class TicketScore:
    """A ticket of a seat."""

    ticket: int
    completed: bool
    points: int
    """Its value, or less than zero if it was not completed."""


@dataclass(frozen=True, slots=True)
class StationScore:
    """A station of a seat, and the route that it borrows; None if it borrows none."""

    city: int
    route: int | None


@dataclass(frozen=True, slots=True)
class AwardScore:
    """An award, what it gave a seat, and what was counted for it; tickets are listed on their own."""

    id: str
    key: str
    """The key of its name in the message catalogue, after `end.award.`."""
    label: str
    """Its English name where the catalogue has none."""
    points: int
    count: int | None
    """What was counted: pieces left, tickets completed, the length of a path, steps of a marker."""
    of: str
    """What `count` is the number of, as `AwardFacts.of` says."""
    routes: tuple[int, ...]
    """The routes that count, in order where they are a path."""
    cities: tuple[int, ...]
    """The cities that count."""
    rank: int | None
    """The position among all seats, where they are ranked."""


@dataclass(frozen=True, slots=True)
class SeatRecount:
    """The points of one seat. Routes and awards add up to the total; tickets add up to the award for them."""

    seat: int
    routes: tuple[RouteScore, ...]
    tickets: tuple[TicketScore, ...]
    stations: tuple[StationScore, ...]
    awards: tuple[AwardScore, ...]
    total: int


def recount(rules: Rules, standings: Standings) -> tuple[SeatRecount, ...]:
    """The recount of every seat. The standings are those of a game by these rules."""
    return tuple(_of_seat(rules, standings, seat) for seat in range(standings.sheet.seats))


def _of_seat(rules: Rules, standings: Standings, seat: int) -> SeatRecount:
    sheet = standings.sheet
    t, s = sheet.tables, sheet.state
    owner, taken, place, done = list(s.owner), list(s.taken), list(s.place), list(sheet.done)
    points, steps = list(t.option_points), list(t.option_steps)
    routes = tuple(
        RouteScore(route, points[taken[route]], steps[taken[route]]) for route, of in enumerate(owner) if of == seat
    )
    worth = list(t.ticket_points)
    tickets = tuple(
        TicketScore(ticket, done[ticket] == 1, worth[ticket] if done[ticket] else -worth[ticket])
        for ticket, of in enumerate(place)
        if of == seat
    )
    borrowed = list(sheet.borrowed[seat])
    cities = list(station_cities(t, s, seat)) if borrowed else []
    stations = tuple(
        StationScore(city, None if route == NONE else route) for city, route in zip(cities, borrowed, strict=True)
    )
    awards: list[AwardScore] = []
    # The lines of the standings are the routes, then the awards in the order of the rules.
    for award, (_, given) in zip(rules.awards, standings.lines[1:], strict=True):
        facts = award.facts(sheet, seat)
        awards.append(
            AwardScore(
                award.id,
                award.key(),
                award.label(),
                given[seat],
                facts.count,
                facts.of,
                tuple(facts.routes),
                tuple(facts.cities),
                facts.rank,
            )
        )
    return SeatRecount(seat, routes, tickets, stations, tuple(awards), standings.totals[seat])
