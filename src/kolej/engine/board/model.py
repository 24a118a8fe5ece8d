"""A board: its cities, its routes and its tickets.

A board is data. It says what is printed, not what it means: how a kind of route is paid for, what a route
scores and how many pieces there are belong to the rules of an edition. `load` reads a board file, `check`
names every fault in one.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kolej.engine.board.check_values import GRAY, check
from kolej.engine.errors import BoardError, Fault, UnknownName

__all__ = ["Board", "City", "Route", "Ticket", "check", "fingerprint", "load", "loads"]


@dataclass(frozen=True, slots=True)
class City:
    """A place that routes join."""

    id: str
    name: str
    tags: tuple[str, ...]
    """What rules may ask about a city, such as "attraction"."""
    x: float
    y: float
    """Where it is drawn: 0 to 1 from the left and from the top."""
    lat: float | None = None
    lon: float | None = None
    """Where it is on the globe, if anywhere."""
    country: str = ""
    area: str = ""
    """The part of the board it is drawn in, where a board has enlarged parts."""
    inset: tuple[float, float] | None = None
    """Where it is drawn a second time, in an enlarged part."""
    alias: str = ""
    """Another spelling of its name."""


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two cities."""

    id: str
    a: int
    b: int
    length: int
    """The cards it costs, which is its spaces but for a subway."""
    color: int | None
    """The number of the colour, from 1 as in `Board.colors`; None is gray. 0 is kept for the wild."""
    kind: str
    symbols: int = 0
    """The locomotive symbols on its spaces."""
    pair: int | None = None
    """Two routes with the same number are the halves of one double route."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to be joined, and what that is worth."""

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
    """The game it is the board of."""
    colors: tuple[str, ...]
    wild: str
    """What the wild card is called on this board's cards."""
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    aspect: float
    """The width of the board divided by its height."""
    reconstructed: bool = False
    """True where the board is a substitute of ours for a printed one that we do not know."""
    note: str = ""
    """What a player should know about where this board comes from."""
    _cities: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _routes: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _tickets: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids = [city.id for city in self.cities]
        object.__setattr__(self, "_cities", {id: number for number, id in enumerate(ids)})
        object.__setattr__(self, "_routes", _either_way(self.routes, ids))
        object.__setattr__(self, "_tickets", _either_way(self.tickets, ids))

    def city(self, id: str) -> int:
        """The number of a city."""
        return _look_up("city", id, self._cities, self.id)

    def route(self, id: str) -> int:
        """The number of a route. Its cities may be named in either order."""
        return _look_up("route", id, self._routes, self.id)

    def ticket(self, id: str) -> int:
        """The number of a ticket. Its cities may be named in either order."""
        return _look_up("ticket", id, self._tickets, self.id)

    def ends(self, route: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where the two ends of a route are drawn: in an enlarged part, if its other city lies there."""
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
        near = difflib.get_close_matches(id, numbers, n=3)
        hint = f"; near it: {', '.join(near)}" if near else ""
        raise UnknownName(f'the board "{board}" has no {what} "{id}"{hint}')
    return number


def load(path: str | os.PathLike[str]) -> Board:
    """Read a board file. Raises `BoardError` with every fault in it."""
    source = os.fspath(path)
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fault = Fault(source, 0, "file", f"cannot be read: {reason}", "name a board file")
        raise BoardError([fault]) from error
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        fault = Fault(source, line, "file", "this is not text in UTF-8", "save the file as UTF-8")
        raise BoardError([fault]) from error
    return loads(text, source)


def loads(text: str, source: str) -> Board:
    """Make a board of the text of a board file. Raises `BoardError` with every fault in it."""
    faults = check(text, source)
    if faults:
        raise BoardError(faults)
    return _build(tomllib.loads(text))


def _build(values: dict[str, Any]) -> Board:
    colors = tuple(values["colors"])
    number_of = {entry["id"]: number for number, entry in enumerate(values["cities"])}
    color_of = {color: number for number, color in enumerate(colors, start=1)} | {GRAY: None}
    route_ids = _ids(values["routes"])
    ticket_ids = _ids(values["tickets"])
    return Board(
        id=values["id"],
        name=values["name"],
        box=values["box"],
        colors=colors,
        wild=values["wild"],
        cities=tuple(_city(entry) for entry in values["cities"]),
        routes=tuple(
            Route(
                id=id,
                a=number_of[entry["a"]],
                b=number_of[entry["b"]],
                length=entry["length"],
                color=color_of[entry["color"]],
                kind=entry["kind"],
                symbols=entry.get("symbols", 0),
                pair=entry.get("pair"),
            )
            for id, entry in zip(route_ids, values["routes"], strict=True)
        ),
        tickets=tuple(
            Ticket(
                id=id,
                a=number_of[entry["a"]],
                b=number_of[entry["b"]],
                points=entry["points"],
                deck=entry.get("deck", "regular"),
            )
            for id, entry in zip(ticket_ids, values["tickets"], strict=True)
        ),
        aspect=float(values["aspect"]),
        reconstructed=values.get("reconstructed", False),
        note=values.get("note", ""),
    )


def _city(entry: dict[str, Any]) -> City:
    lat, lon, inset = entry.get("lat"), entry.get("lon"), entry.get("inset")
    return City(
        id=entry["id"],
        name=entry["name"],
        tags=tuple(entry.get("tags", ())),
        x=float(entry["x"]),
        y=float(entry["y"]),
        lat=None if lat is None else float(lat),
        lon=None if lon is None else float(lon),
        country=entry.get("country", ""),
        area=entry.get("area", ""),
        inset=None if inset is None else (float(inset[0]), float(inset[1])),
        alias=entry.get("alias", ""),
    )


def _ids(entries: list[dict[str, Any]]) -> list[str]:
    """`a-b` for each entry, `a-b/2` for the second between the same two cities, and so on."""
    seen: dict[frozenset[str], int] = {}
    ids = []
    for entry in entries:
        ends = frozenset((entry["a"], entry["b"]))
        seen[ends] = seen.get(ends, 0) + 1
        ids.append(f"{entry['a']}-{entry['b']}" + (f"/{seen[ends]}" if seen[ends] > 1 else ""))
    return ids


def fingerprint(board: Board) -> str:
    """Sixteen hexadecimal digits that stand for what the board means in play.

    The order of cities, routes and tickets counts, because moves are numbered by it. Names, places to draw
    and the numbers chosen for doubles do not.
    """
    pairs: dict[int, int] = {}
    for route in board.routes:
        if route.pair is not None:
            pairs.setdefault(route.pair, len(pairs))
    facts = {
        "colors": board.colors,
        "cities": [[city.id, *sorted(city.tags)] for city in board.cities],
        "routes": [
            [r.a, r.b, r.length, r.color, r.kind, r.symbols, None if r.pair is None else pairs[r.pair]]
            for r in board.routes
        ],
        "tickets": [[t.a, t.b, t.points, t.deck] for t in board.tickets],
    }
    canonical = json.dumps(facts, separators=(",", ":"), ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
