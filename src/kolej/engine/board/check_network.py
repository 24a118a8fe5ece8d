"""Whether the cities, routes and tickets of a board file fit together."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kolej.engine.board.toml_lines import Lines
from kolej.engine.errors import Fault

GRAY = "gray"
SAME_SPOT = 0.005
"""Cities nearer than this, both across and down, are drawn as one."""

_Words = tuple[int, str, str, str]
"""A fault without its source: line, place, problem, remedy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One city, route or ticket: the values that are right in themselves, and where they stand."""

    line: int
    place: str
    good: dict[str, Any]

    def says(self, problem: str, remedy: str) -> _Words:
        return self.line, self.place, problem, remedy


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a board file holds, as far as each value is right in itself."""

    colors: list[str] | None
    wild: str
    lines: Lines
    cities: list[Entry]
    routes: list[Entry]
    tickets: list[Entry]


def sense_faults(sheet: Sheet, source: str) -> list[Fault]:
    """Every fault that lies between values."""
    found = [
        *_repeated_cities(sheet),
        *_repeated_routes(sheet),
        *_repeated_tickets(sheet),
        *_spots(sheet),
        *_ends(sheet),
        *_colors(sheet),
        *_symbols(sheet),
        *_pairs(sheet),
        *_network(sheet),
    ]
    return [Fault(source, *words) for words in found]


def near(word: str, words: Iterable[str]) -> str:
    """A question that names the likeliest of some words, or nothing."""
    found = difflib.get_close_matches(word, list(words), n=1)
    return f'did you mean "{found[0]}"?' if found else ""


def _repeated_cities(sheet: Sheet) -> Iterator[_Words]:
    lines: dict[str, int] = {}
    for city in sheet.cities:
        id = city.good.get("id")
        if id in lines:
            yield city.says(f"line {lines[id]} has a city of this id", "give each city an id of its own")
        elif id is not None:
            lines[id] = city.line
    names: dict[str, Entry] = {}
    for city in sheet.cities:
        name = city.good.get("name", "").strip().casefold()
        other = names.setdefault(name, city)
        if name and other is not city and other.good.get("id") != city.good.get("id"):
            yield city.says(f"line {other.line} has a city of this name", "people go by names: make them differ")


def _repeated_routes(sheet: Sheet) -> Iterator[_Words]:
    """A line pasted twice; tracks side by side that differ, or that are a double, are meant."""
    lines: dict[tuple[Any, ...], int] = {}
    for route in sheet.routes:
        values = [route.good.get(key) for key in ("length", "color", "kind")]
        if "pair" in route.good or None in values or not _both_ends(route):
            continue
        key = (_both_ends(route), *values)
        if key in lines:
            remedy = "leave one of them out, or give both the same pair number"
            yield route.says(f"line {lines[key]} has the same route", remedy)
        else:
            lines[key] = route.line


def _repeated_tickets(sheet: Sheet) -> Iterator[_Words]:
    tickets: dict[tuple[frozenset[str], str], int] = {}
    for ticket in sheet.tickets:
        a, b = ticket.good.get("a"), ticket.good.get("b")
        if a is None or b is None or a == b:
            continue
        key = frozenset((a, b)), ticket.good.get("deck", "regular")
        if key in tickets:
            problem = f"line {tickets[key]} has a ticket between the same cities"
            yield ticket.says(problem, "leave one of them out")
        else:
            tickets[key] = ticket.line


def _spots(sheet: Sheet) -> Iterator[_Words]:
    spots: list[tuple[float, float, Entry]] = []
    for city in sheet.cities:
        points = [(city.good["x"], city.good["y"])] if "x" in city.good and "y" in city.good else []
        points += [tuple(city.good["inset"])] if "inset" in city.good else []
        for x, y in points:
            for other_x, other_y, other in spots:
                if abs(x - other_x) < SAME_SPOT and abs(y - other_y) < SAME_SPOT:
                    problem = f"it is drawn on the spot of {other.place} on line {other.line}"
                    yield city.says(problem, "give each city an x and y of its own")
                    break
            spots.append((x, y, city))


def _ends(sheet: Sheet) -> Iterator[_Words]:
    ids = _city_ids(sheet)
    for entry in [*sheet.routes, *sheet.tickets]:
        for key in ("a", "b"):
            id = entry.good.get(key)
            if id is not None and id not in ids:
                yield entry.says(f'no city "{id}"', near(id, ids) or "add it to cities")
        if entry.good.get("a") is not None and entry.good.get("a") == entry.good.get("b"):
            yield entry.says("both ends are the same city", "name two different cities")


def _city_ids(sheet: Sheet) -> list[str]:
    return [city.good["id"] for city in sheet.cities if "id" in city.good]


def _colors(sheet: Sheet) -> Iterator[_Words]:
    if sheet.colors is None:
        return
    if sheet.wild in sheet.colors:
        line = sheet.lines.of("wild")
        problem = f'wild is "{sheet.wild}", which is a colour too'
        yield line, "board", problem, "give the wild card a name of its own"
    words = [*sheet.colors, GRAY]
    for route in sheet.routes:
        color = route.good.get("color")
        if color is not None and color not in words:
            remedy = near(color, words) or f"write one of {', '.join(words)}"
            yield route.says(f'no colour "{color}" on this board', remedy)


def _symbols(sheet: Sheet) -> Iterator[_Words]:
    for route in sheet.routes:
        symbols, length = route.good.get("symbols"), route.good.get("length")
        if symbols is not None and length is not None and symbols > length:
            problem = f"symbols is {symbols}, but length only {length}"
            yield route.says(problem, "a space holds at most one symbol")


def _pairs(sheet: Sheet) -> Iterator[_Words]:
    halves: dict[int, list[Entry]] = {}
    for route in sheet.routes:
        if "pair" in route.good:
            halves.setdefault(route.good["pair"], []).append(route)
    for number, routes in halves.items():
        first = routes[0]
        if len(routes) == 1:
            remedy = f"give pair = {number} to the other half, or leave it out here"
            yield first.says(f"pair {number} has only this half", remedy)
        for route in routes[2:]:
            there = " and ".join(str(half.line) for half in routes[:2])
            problem = f"pair {number} has its two halves on lines {there}"
            yield route.says(problem, "give each double route a number of its own")
        for route in routes[1:2]:
            if _both_ends(first) and _both_ends(route) and _both_ends(first) != _both_ends(route):
                problem = f"pair {number} joins other cities on line {first.line}"
                yield route.says(problem, "both halves of a double route join the same two cities")
            elif _unequal(first, route):
                lengths = f"{first.good['length']} on line {first.line} and {route.good['length']} here"
                problem = f"pair {number} has a length of {lengths}"
                yield route.says(problem, "halves of one kind are equally long")


def _unequal(first: Entry, second: Entry) -> bool:
    """Halves of two kinds may differ: a ferry along the coast is longer than a tunnel inland."""
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


def _network(sheet: Sheet) -> Iterator[_Words]:
    ids = _city_ids(sheet)
    if any("id" not in city.good for city in sheet.cities):
        return
    # An unknown city has been named already. It stands here for the one it resembles, or for itself, so that
    # one slip in a name does not look like a broken network as well.
    parts = _Parts()
    touched: set[str] = set()
    for route in sheet.routes:
        ends = [_meant(route.good[key], ids) for key in ("a", "b") if key in route.good]
        if len(ends) == 2 and ends[0] != ends[1]:
            touched.update(ends)
            parts.join(*ends)
        elif len(ends) == 1:
            return
    for city in sheet.cities:
        if sheet.routes and city.good["id"] not in touched:
            yield city.says("no route touches this city", "add a route to it, or leave the city out")
    yield from _broken(sheet, parts, touched)
    for ticket in sheet.tickets:
        a, b = ticket.good.get("a"), ticket.good.get("b")
        if a in touched and b in touched and a != b and parts.of(a) != parts.of(b):
            problem = f'no chain of routes joins "{a}" and "{b}"'
            yield ticket.says(problem, "add the missing route, or leave the ticket out")


def _broken(sheet: Sheet, parts: _Parts, touched: set[str]) -> Iterator[_Words]:
    groups: dict[str, list[str]] = {}
    for id in dict.fromkeys(_city_ids(sheet)):
        if id in touched:
            groups.setdefault(parts.of(id), []).append(id)
    # The largest part is taken for the board, and each of the others for what was left unjoined.
    ordered = sorted(groups.values(), key=len, reverse=True)
    for group in ordered[1:]:
        city = next(city for city in sheet.cities if city.good["id"] == group[0])
        few = ", ".join(group[:5]) + (f" and {len(group) - 5} more" if len(group) > 5 else "")
        problem = f'no chain of routes leads from here to "{ordered[0][0]}" (this part has {few})'
        yield city.says(problem, "add a route that joins the two parts")


def _meant(id: str, ids: list[str]) -> str:
    if id in ids:
        return id
    return next(iter(difflib.get_close_matches(id, ids, n=1)), id)


class _Parts:
    """The cities that routes join, as far as they have been joined."""

    def __init__(self) -> None:
        self._towards: dict[str, str] = {}

    def of(self, id: str) -> str:
        while self._towards.get(id, id) != id:
            id = self._towards[id]
        return id

    def join(self, a: str, b: str) -> None:
        self._towards[self.of(a)] = self.of(b)
