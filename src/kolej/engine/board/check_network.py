"""Consistency checks of a board file: whether its cities, routes and tickets fit together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kolej.engine.board.toml_lines import LineNumbers
from kolej.engine.errors import Fault
from kolej.engine.suggestions import did_you_mean, similar

GRAY = "gray"
SAME_SPOT = 0.005
"""Cities closer than this in both directions would be drawn on top of each other."""

_Finding = tuple[int, str, str, str]
"""A fault without its source: line, place, problem, remedy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One city, route or ticket: its valid values, and where it is in the file."""

    line: int
    place: str
    good: dict[str, Any]

    def finding(self, problem: str, remedy: str) -> _Finding:
        return self.line, self.place, problem, remedy


@dataclass(frozen=True, slots=True)
class ValidValues:
    """The values of a board file that are valid on their own."""

    colors: list[str] | None
    wild: str
    lines: LineNumbers
    cities: list[Entry]
    routes: list[Entry]
    tickets: list[Entry]


def network_faults(valid: ValidValues, source: str) -> list[Fault]:
    """Every fault in how values fit together."""
    found = [
        *_repeated_cities(valid),
        *_repeated_routes(valid),
        *_repeated_tickets(valid),
        *_spots(valid),
        *_ends(valid),
        *_colors(valid),
        *_symbols(valid),
        *_pairs(valid),
        *_network(valid),
    ]
    return [Fault(source, *each) for each in found]


def _repeated_cities(valid: ValidValues) -> Iterator[_Finding]:
    lines: dict[str, int] = {}
    for city in valid.cities:
        id = city.good.get("id")
        if id in lines:
            yield city.finding(f"line {lines[id]} has a city of this id", "give each city an id of its own")
        elif id is not None:
            lines[id] = city.line
    names: dict[str, Entry] = {}
    for city in valid.cities:
        name = city.good.get("name", "").strip().casefold()
        other = names.setdefault(name, city)
        if name and other is not city and other.good.get("id") != city.good.get("id"):
            yield city.finding(f"line {other.line} has a city of this name", "people go by names: make them differ")


def _repeated_routes(valid: ValidValues) -> Iterator[_Finding]:
    """Routes listed twice by mistake. Parallel routes that differ, or that form a double route, are intended."""
    lines: dict[tuple[Any, ...], int] = {}
    for route in valid.routes:
        values = [route.good.get(key) for key in ("length", "color", "kind")]
        if "pair" in route.good or None in values or not _both_ends(route):
            continue
        key = (_both_ends(route), *values)
        if key in lines:
            remedy = "leave one of them out, or give both the same pair number"
            yield route.finding(f"line {lines[key]} has the same route", remedy)
        else:
            lines[key] = route.line


def _repeated_tickets(valid: ValidValues) -> Iterator[_Finding]:
    tickets: dict[tuple[frozenset[str], str], int] = {}
    for ticket in valid.tickets:
        a, b = ticket.good.get("a"), ticket.good.get("b")
        if a is None or b is None or a == b:
            continue
        key = frozenset((a, b)), ticket.good.get("deck", "regular")
        if key in tickets:
            problem = f"line {tickets[key]} has a ticket between the same cities"
            yield ticket.finding(problem, "leave one of them out")
        else:
            tickets[key] = ticket.line


def _spots(valid: ValidValues) -> Iterator[_Finding]:
    spots: list[tuple[float, float, Entry]] = []
    for city in valid.cities:
        points = [(city.good["x"], city.good["y"])] if "x" in city.good and "y" in city.good else []
        points += [tuple(city.good["inset"])] if "inset" in city.good else []
        for x, y in points:
            for other_x, other_y, other in spots:
                if abs(x - other_x) < SAME_SPOT and abs(y - other_y) < SAME_SPOT:
                    problem = f"it is drawn on the spot of {other.place} on line {other.line}"
                    yield city.finding(problem, "give each city an x and y of its own")
                    break
            spots.append((x, y, city))


def _ends(valid: ValidValues) -> Iterator[_Finding]:
    ids = _city_ids(valid)
    for entry in [*valid.routes, *valid.tickets]:
        for key in ("a", "b"):
            id = entry.good.get(key)
            if id is not None and id not in ids:
                yield entry.finding(f'no city "{id}"', did_you_mean(id, ids) or "add it to cities")
        if entry.good.get("a") is not None and entry.good.get("a") == entry.good.get("b"):
            yield entry.finding("both ends are the same city", "name two different cities")


def _city_ids(valid: ValidValues) -> list[str]:
    return [city.good["id"] for city in valid.cities if "id" in city.good]


def _colors(valid: ValidValues) -> Iterator[_Finding]:
    if valid.colors is None:
        return
    if valid.wild in valid.colors:
        line = valid.lines.of("wild")
        problem = f'wild is "{valid.wild}", which is a colour too'
        yield line, "board", problem, "give the wild card a name of its own"
    words = [*valid.colors, GRAY]
    for route in valid.routes:
        color = route.good.get("color")
        if color is not None and color not in words:
            remedy = did_you_mean(color, words) or f"write one of {', '.join(words)}"
            yield route.finding(f'no colour "{color}" on this board', remedy)


def _symbols(valid: ValidValues) -> Iterator[_Finding]:
    for route in valid.routes:
        symbols, length = route.good.get("symbols"), route.good.get("length")
        if symbols is not None and length is not None and symbols > length:
            problem = f"symbols is {symbols}, but length only {length}"
            yield route.finding(problem, "a space holds at most one symbol")


def _pairs(valid: ValidValues) -> Iterator[_Finding]:
    halves: dict[int, list[Entry]] = {}
    for route in valid.routes:
        if "pair" in route.good:
            halves.setdefault(route.good["pair"], []).append(route)
    for number, routes in halves.items():
        first = routes[0]
        if len(routes) == 1:
            remedy = f"give pair = {number} to the other half, or leave it out here"
            yield first.finding(f"pair {number} has only this half", remedy)
        for route in routes[2:]:
            there = " and ".join(str(half.line) for half in routes[:2])
            problem = f"pair {number} has its two halves on lines {there}"
            yield route.finding(problem, "give each double route a number of its own")
        for route in routes[1:2]:
            if _both_ends(first) and _both_ends(route) and _both_ends(first) != _both_ends(route):
                problem = f"pair {number} joins other cities on line {first.line}"
                yield route.finding(problem, "both halves of a double route join the same two cities")
            elif _unequal(first, route):
                lengths = f"{first.good['length']} on line {first.line} and {route.good['length']} here"
                problem = f"pair {number} has a length of {lengths}"
                yield route.finding(problem, "halves of one kind are equally long")


def _unequal(first: Entry, second: Entry) -> bool:
    """Whether two halves differ in length. Halves of two kinds may: a ferry may be longer than the tunnel beside it."""
    length, kind = first.good.get("length"), first.good.get("kind")
    return (
        None not in (length, kind, second.good.get("length"))
        and kind == second.good.get("kind")
        and length != second.good["length"]
    )


def _both_ends(entry: Entry) -> frozenset[str]:
    if "a" in entry.good and "b" in entry.good:
        return frozenset((entry.good["a"], entry.good["b"]))
    return frozenset()


def _network(valid: ValidValues) -> Iterator[_Finding]:
    ids = _city_ids(valid)
    if any("id" not in city.good for city in valid.cities):
        return
    # An unknown city has been reported already. Here it counts as the city it resembles, or as a new one, so that a
    # misspelled name is not also reported as a broken network.
    parts = _ConnectedParts()
    touched: set[str] = set()
    for route in valid.routes:
        ends = [_resembled(route.good[key], ids) for key in ("a", "b") if key in route.good]
        if len(ends) == 2 and ends[0] != ends[1]:
            touched.update(ends)
            parts.join(*ends)
        elif len(ends) == 1:
            return
    for city in valid.cities:
        if valid.routes and city.good["id"] not in touched:
            yield city.finding("no route touches this city", "add a route to it, or leave the city out")
    yield from _broken(valid, parts, touched)
    for ticket in valid.tickets:
        a, b = ticket.good.get("a"), ticket.good.get("b")
        if a in touched and b in touched and a != b and parts.of(a) != parts.of(b):
            problem = f'no chain of routes joins "{a}" and "{b}"'
            yield ticket.finding(problem, "add the missing route, or leave the ticket out")


def _broken(valid: ValidValues, parts: _ConnectedParts, touched: set[str]) -> Iterator[_Finding]:
    groups: dict[str, list[str]] = {}
    for id in dict.fromkeys(_city_ids(valid)):
        if id in touched:
            groups.setdefault(parts.of(id), []).append(id)
    # The largest part is taken to be the board; every other part lacks a connection to it.
    ordered = sorted(groups.values(), key=len, reverse=True)
    for group in ordered[1:]:
        city = next(city for city in valid.cities if city.good["id"] == group[0])
        few = ", ".join(group[:5]) + (f" and {len(group) - 5} more" if len(group) > 5 else "")
        problem = f'no chain of routes leads from here to "{ordered[0][0]}" (this part has {few})'
        yield city.finding(problem, "add a route that joins the two parts")


def _resembled(id: str, ids: list[str]) -> str:
    if id in ids:
        return id
    return next(iter(similar(id, ids, 1)), id)


class _ConnectedParts:
    """Connected parts of the network (union-find)."""

    def __init__(self) -> None:
        self._towards: dict[str, str] = {}

    def of(self, id: str) -> str:
        while self._towards.get(id, id) != id:
            id = self._towards[id]
        return id

    def join(self, a: str, b: str) -> None:
        self._towards[self.of(a)] = self.of(b)
