"""Choices of stations: the route of another seat that each station borrows, chosen by its owner at the end.

Not a move: it is made after the last one, and only the score depends on it (`station.use`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kolej.engine.board.model import Board
from kolej.engine.core.state import NONE, State
from kolej.engine.errors import UnknownName
from kolej.engine.moves.reasons import illegal
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.network import OPEN, station_cities
from kolej.engine.scoring.score_sheet import ScoreSheet

StationChoices = Mapping[int, Mapping[int, int | None]]
"""By seat and city: the number of the route that the station there borrows, or None for no route."""

RULE = "station.use"


@dataclass(frozen=True, slots=True)
class StationUse:
    """A station, the routes that it may borrow, and the one that is best for its owner."""

    city: int
    routes: tuple[int, ...]
    """Routes of other seats that lead into the city."""
    best: int | None
    """What is borrowed if the owner chooses nothing; None for no route."""


def station_uses(t: RuleTables, s: State, seat: int) -> list[StationUse]:
    """The stations of a seat in order of cities."""
    if not t.travel_borrows:
        return []
    cities = [int(city) for city in station_cities(t, s, seat)]
    best = [None if route == NONE else int(route) for route in ScoreSheet(t, s).borrowed[seat]]
    return [StationUse(city, _lent(t, s, seat, city), route) for city, route in zip(cities, best, strict=True)]


def checked_stations(board: Board, t: RuleTables, s: State, stations: StationChoices) -> dict[int, list[int]]:
    """The choices as the score sheet takes them. Raises `IllegalMove` if a route can't be borrowed."""
    chosen: dict[int, list[int]] = {}
    for seat, by_city in stations.items():
        if not 0 <= seat < t.seats:
            raise UnknownName(f"there is no seat {seat}; seats are 0 to {t.seats - 1}")
        cities = [int(city) for city in station_cities(t, s, seat)] if t.travel_borrows else []
        for city, route in by_city.items():
            _check(board, t, s, seat, cities, city, route)
        routes = [by_city.get(city, OPEN) for city in cities]
        chosen[seat] = [NONE if route is None else route for route in routes]
    return chosen


def _check(board: Board, t: RuleTables, s: State, seat: int, cities: list[int], city: int, route: int | None) -> None:
    if not 0 <= city < t.cities:
        raise illegal(board, "unknown-city", RULE, number=city, last=int(t.cities) - 1)
    if city not in cities:
        raise illegal(board, "no-station", RULE, city=city)
    if route is None or route in _lent(t, s, seat, city):
        return
    if not 0 <= route < t.routes:
        raise illegal(board, "unknown-route", RULE, number=route, last=int(t.routes) - 1)
    if city not in (board.routes[route].a, board.routes[route].b):
        raise illegal(board, "route-elsewhere", RULE, route=route, city=city)
    raise illegal(board, "route-not-lent", RULE, route=route)


def _lent(t: RuleTables, s: State, seat: int, city: int) -> tuple[int, ...]:
    """The routes that a station in this city may borrow."""
    routes = (int(t.city_routes[i]) for i in range(t.city_start[city], t.city_start[city + 1]))
    return tuple(route for route in routes if s.owner[route] not in (NONE, seat))
