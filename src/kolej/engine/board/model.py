"""The `Board` model: cities, routes and tickets, and the fingerprint of a board.

A board is data. It holds what is printed on it, not what that means: how a kind of route is paid for, what a route
scores and how many pieces there are belong to the rules of an edition.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kolej.engine.board.ids import CityId, RouteId, TicketId
from kolej.engine.errors import UnknownName
from kolej.engine.suggestions import near_it


@dataclass(frozen=True, slots=True)
class City:
    """A city on a board: an endpoint of routes and tickets."""

    id: str
    name: str
    tags: tuple[str, ...]
    """Properties that rules refer to, such as "attraction"."""
    x: float
    y: float
    """Position on the board, from 0 to 1, from the left and from the top."""
    lat: float | None = None
    lon: float | None = None
    """Position on the globe in degrees, where the city is a real one."""
    country: str = ""
    area: str = ""
    """The part of the board it is drawn in, on boards with an enlarged part."""
    inset: tuple[float, float] | None = None
    """Its second position, in an enlarged part of the board."""
    alias: str = ""
    """Another spelling of its name."""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two cities."""

    id: str
    a: int
    b: int
    length: int
    """The number of cards it costs. That is its number of spaces, except for a subway."""
    color: int | None
    """The number of the colour, counted from 1 in `Board.colors`; None is gray. 0 is reserved for the wild."""
    kind: str
    symbols: int = 0
    """The number of locomotive symbols on its spaces."""
    pair: int | None = None
    """Two routes with the same number are the halves of one double route."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket: two cities to connect, and the points for doing so."""

    id: str
    a: int
    b: int
    points: int
    deck: str = "regular"


@dataclass(frozen=True, slots=True)
class Board:
    """Everything printed on one board and on its tickets."""

    id: str
    name: str
    box: str
    """The title of the boxed game that this board comes from."""
    colors: tuple[str, ...]
    wild: str
    """The name of the wild card on this board."""
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    aspect: float
    """The width of the board divided by its height."""
    reconstructed: bool = False
    """True if the board was reconstructed because the printed one is not known."""
    note: str = ""
    """A remark for players about the origin of this board."""
    _cities: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _routes: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _tickets: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids = [city.id for city in self.cities]
        object.__setattr__(self, "_cities", {id: number for number, id in enumerate(ids)})
        object.__setattr__(self, "_routes", _either_way(self.routes, ids))
        object.__setattr__(self, "_tickets", _either_way(self.tickets, ids))

    def city(self, id: str) -> CityId:
        """The number of a city."""
        return CityId(_look_up("city", id, self._cities, self.id))

    def route(self, id: str) -> RouteId:
        """The number of a route. Its cities may be named in either order."""
        return RouteId(_look_up("route", id, self._routes, self.id))

    def ticket(self, id: str) -> TicketId:
        """The number of a ticket. Its cities may be named in either order."""
        return TicketId(_look_up("ticket", id, self._tickets, self.id))

    def ends(self, route: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The drawn positions of both ends of a route: inside an enlarged part, if the other city is in it."""
        a, b = self.cities[self.routes[route].a], self.cities[self.routes[route].b]
        return _drawn_at(a, b), _drawn_at(b, a)


def _drawn_at(city: City, other: City) -> tuple[float, float]:
    if city.inset is not None and other.area != city.area:
        return city.inset
    return city.x, city.y


def _either_way(items: Iterable[Route | Ticket], cities: list[str]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    reversed_numbers: dict[str, int] = {}
    for number, item in enumerate(items):
        _, slash, count = item.id.partition("/")
        numbers[item.id] = number
        reversed_numbers[f"{cities[item.b]}-{cities[item.a]}{slash}{count}"] = number
    return reversed_numbers | numbers


def _look_up(what: str, id: str, numbers: Mapping[str, int], board: str) -> int:
    number = numbers.get(id)
    if number is None:
        raise UnknownName(f'the board "{board}" has no {what} "{id}"{near_it(id, numbers)}')
    return number


def fingerprint(board: Board, house: tuple[str, ...] = ()) -> str:
    """A hash, in 16 hexadecimal digits, of everything on the board that affects play, and of the house rules, if any.

    The order of cities, routes and tickets counts, because moves are numbered by it. Names, positions and the numbers
    chosen for double routes do not count.
    """
    pairs: dict[int, int] = {}
    for route in board.routes:
        if route.pair is not None:
            pairs.setdefault(route.pair, len(pairs))
    facts: dict[str, object] = {
        "colors": board.colors,
        "cities": [[city.id, *sorted(city.tags)] for city in board.cities],
        "routes": [
            [r.a, r.b, r.length, r.color, r.kind, r.symbols, None if r.pair is None else pairs[r.pair]]
            for r in board.routes
        ],
        "tickets": [[t.a, t.b, t.points, t.deck] for t in board.tickets],
    }
    if house:
        facts["house"] = house
    canonical = json.dumps(facts, separators=(",", ":"), ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
