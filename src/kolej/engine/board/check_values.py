"""Validation of a board file: every fault with its line, the problem and the remedy.

First each value is checked on its own, against what its key allows. Then `check_network.py` checks how cities, routes
and tickets fit together. Values that fail the first check are left out of the second, so that each mistake is reported
once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kolej.engine.board.check_network import GRAY, Entry, ValidValues, network_faults
from kolej.engine.board.toml_lines import BoardText, read
from kolej.engine.core.cards import MOST_KINDS
from kolej.engine.errors import Fault
from kolej.engine.suggestions import did_you_mean

MOST_COLORS = MOST_KINDS - 1
DECKS = ("regular", "long")
MOST = 999
"""The largest value of any count: no game comes close to it, and sums of such numbers stay small."""


@dataclass(frozen=True, slots=True)
class Key:
    """What values a key of a board file may have."""

    wants: str
    accepts: Callable[[Any], bool]
    required: bool = True


def _text(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != "" and value.isprintable()


def is_id(value: Any) -> bool:
    """Whether a value may be the id of a board or of a city."""
    return isinstance(value, str) and re.fullmatch("[a-z][a-z0-9_]*", value) is not None


def _number(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: type(value) in (int, float) and math.isfinite(value) and low <= value <= high


def _count(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MOST


def _list(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0


def _ids(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_id, value)) and len(set(value)) == len(value)


def _colors(value: Any) -> bool:
    return _ids(value) and 1 <= len(value) <= MOST_COLORS and GRAY not in value


def _point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_number(0, 1), value))


_ID = Key("a word of small letters, digits and _ that begins with a letter", is_id)
_TEXT = Key("a text in quotes that is not empty, on one line", _text)
_WORDS = Key("a text in quotes", lambda value: isinstance(value, str), required=False)
_COUNT = Key(f"a whole number from 1 to {MOST}", _count)
_SHARE = Key("a number from 0 to 1", _number(0, 1))

BOARD_KEYS = {
    "id": _ID,
    "name": _TEXT,
    "box": _TEXT,
    "colors": Key(f'1 to {MOST_COLORS} different words such as "blue", without "{GRAY}"', _colors),
    "wild": _TEXT,
    "aspect": Key("the width divided by the height, from 0.1 to 10", _number(0.1, 10)),
    "reconstructed": Key("true or false", lambda value: isinstance(value, bool), required=False),
    "note": _WORDS,
    "cities": Key("a list with at least one city", _list),
    "routes": Key("a list with at least one route", _list),
    "tickets": Key("a list with at least one ticket", _list),
}
CITY_KEYS = {
    "id": _ID,
    "name": _TEXT,
    "tags": Key('a list of different words such as ["attraction"]', _ids, required=False),
    "x": _SHARE,
    "y": _SHARE,
    "lat": Key("a number from -90 to 90", _number(-90, 90), required=False),
    "lon": Key("a number from -180 to 180", _number(-180, 180), required=False),
    "country": _WORDS,
    "area": _WORDS,
    "inset": Key("two numbers from 0 to 1, such as [0.5, 0.3]", _point, required=False),
    "alias": _WORDS,
}
ROUTE_KEYS = {
    "a": _ID,
    "b": _ID,
    "length": _COUNT,
    "color": _TEXT,
    "kind": _ID,
    "symbols": Key(f"a whole number from 1 to {MOST}, or leave the key out", _count, required=False),
    "pair": Key(f"a whole number from 1 to {MOST}, or leave the key out", _count, required=False),
}
TICKET_KEYS = {
    "a": _ID,
    "b": _ID,
    "points": _COUNT,
    "deck": Key(" or ".join(f'"{deck}"' for deck in DECKS), lambda value: value in DECKS, required=False),
}


def check(text: str, source: str) -> list[Fault]:
    """Every fault in the text of a board file, in the order of its lines; an empty list if there is none.

    If some lines cannot be parsed, only the values of the others are checked, and not how they fit together.
    """
    board_text = read(text, source)
    faults = list(board_text.faults)
    if board_text.values or not faults:
        checker = _ValueChecker(board_text, source)
        valid = checker.valid_values()
        faults += checker.faults
        if not board_text.faults:
            faults += network_faults(valid, source)
    return sorted(faults, key=lambda fault: fault.line)


class _ValueChecker:
    """Checks each value on its own, and collects the valid ones."""

    def __init__(self, board_text: BoardText, source: str) -> None:
        self.values = board_text.values
        self.lines = board_text.lines
        self.source = source
        self.partial = bool(board_text.faults)
        self.faults: list[Fault] = []

    def valid_values(self) -> ValidValues:
        good = self._good(self.values, BOARD_KEYS, "board", self.lines.of)
        return ValidValues(
            colors=good.get("colors"),
            wild=good.get("wild", ""),
            lines=self.lines,
            cities=self._entries("city", "cities", CITY_KEYS),
            routes=self._entries("route", "routes", ROUTE_KEYS),
            tickets=self._entries("ticket", "tickets", TICKET_KEYS),
        )

    def _entries(self, what: str, key: str, keys: dict[str, Key]) -> list[Entry]:
        listed = self.values.get(key)
        entries: list[Entry] = []
        for number, values in enumerate(listed if isinstance(listed, list) else ()):
            line = self.lines.of(key, number)
            if isinstance(values, dict):
                place = f"{what} {_called(values, number)}"
                entries.append(Entry(line, place, self._good(values, keys, place, _always(line))))
            else:
                wants = "write { " + ", ".join(f"{k} = ..." for k, v in keys.items() if v.required) + " }"
                self._add(line, f"{what} number {number + 1}", f"{_shown(values)} is not an entry", wants)
        return entries

    def _good(
        self, values: dict[str, Any], keys: dict[str, Key], place: str, line_of: Callable[[str], int]
    ) -> dict[str, Any]:
        good = {}
        for name, value in values.items():
            key = keys.get(name)
            if key is None:
                remedy = did_you_mean(name, keys) or f"the keys are {', '.join(keys)}"
                self._add(line_of(name), place, f'unknown key "{name}"', remedy)
            elif key.accepts(value):
                good[name] = value
            elif not (self.partial and value == []):
                self._add(line_of(name), place, f"{name} is {_shown(value)}", f"write {key.wants}")
        for name, key in keys.items():
            if key.required and name not in values:
                self._add(line_of(name), place, f'no key "{name}"', f"add {name}: {key.wants}")
        return good

    def _add(self, line: int, place: str, problem: str, remedy: str) -> None:
        self.faults.append(Fault(self.source, line, place, problem, remedy))


def _always(line: int) -> Callable[[str], int]:
    return lambda _: line


def _called(values: dict[str, Any], number: int) -> str:
    if _text(values.get("id")):
        return f'"{values["id"]}"'
    if _text(values.get("a")) and _text(values.get("b")):
        return f'"{values["a"]}-{values["b"]}"'
    return f"number {number + 1}"


def _shown(value: Any) -> str:
    """A value as it would be written in the file, shortened if it is long."""
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, list):
        text = "[" + ", ".join(map(_shown, value)) + "]"
    elif isinstance(value, dict):
        text = "{ " + ", ".join(f"{key} = {_shown(held)}" for key, held in value.items()) + " }"
    else:
        text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
