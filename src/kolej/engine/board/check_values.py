"""Every fault of a board file, each with its line, what is wrong and what would be right.

First the shape: each value on its own, against what its key allows. Then the sense: whether cities, routes
and tickets fit together. A value that is faulty in shape is left out of the sense, so that one slip is named
once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kolej.engine.board.check_network import GRAY, Entry, Sheet, near, sense_faults
from kolej.engine.board.toml_lines import BoardText, read
from kolej.engine.core.cards import MOST_KINDS
from kolej.engine.errors import Fault

__all__ = ["GRAY", "check", "is_id"]

MOST_COLORS = MOST_KINDS - 1
DECKS = ("regular", "long")
MOST = 999
"""Of anything that is counted: no game comes near it, and numbers stay small enough to reckon with."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a key of a board file may hold."""

    wants: str
    fits: Callable[[Any], bool]
    needed: bool = True


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
_WORDS = Key("a text in quotes", lambda value: isinstance(value, str), needed=False)
_COUNT = Key(f"a whole number from 1 to {MOST}", _count)
_SHARE = Key("a number from 0 to 1", _number(0, 1))

BOARD_KEYS = {
    "id": _ID,
    "name": _TEXT,
    "box": _TEXT,
    "colors": Key(f'1 to {MOST_COLORS} different words such as "blue", without "{GRAY}"', _colors),
    "wild": _TEXT,
    "aspect": Key("the width divided by the height, from 0.1 to 10", _number(0.1, 10)),
    "reconstructed": Key("true or false", lambda value: isinstance(value, bool), needed=False),
    "note": _WORDS,
    "cities": Key("a list with at least one city", _list),
    "routes": Key("a list with at least one route", _list),
    "tickets": Key("a list with at least one ticket", _list),
}
CITY_KEYS = {
    "id": _ID,
    "name": _TEXT,
    "tags": Key('a list of different words such as ["attraction"]', _ids, needed=False),
    "x": _SHARE,
    "y": _SHARE,
    "lat": Key("a number from -90 to 90", _number(-90, 90), needed=False),
    "lon": Key("a number from -180 to 180", _number(-180, 180), needed=False),
    "country": _WORDS,
    "area": _WORDS,
    "inset": Key("two numbers from 0 to 1, such as [0.5, 0.3]", _point, needed=False),
    "alias": _WORDS,
}
ROUTE_KEYS = {
    "a": _ID,
    "b": _ID,
    "length": _COUNT,
    "color": _TEXT,
    "kind": _ID,
    "symbols": Key(f"a whole number from 1 to {MOST}, or leave the key out", _count, needed=False),
    "pair": Key(f"a whole number from 1 to {MOST}, or leave the key out", _count, needed=False),
}
TICKET_KEYS = {
    "a": _ID,
    "b": _ID,
    "points": _COUNT,
    "deck": Key(" or ".join(f'"{deck}"' for deck in DECKS), lambda value: value in DECKS, needed=False),
}


def check(text: str, source: str) -> list[Fault]:
    """Every fault in the text of a board file, in the order of its lines; an empty list if there is none.

    While some lines cannot be read, only the others' values are checked: what fits together is not yet known.
    """
    board_text = read(text, source)
    faults = list(board_text.faults)
    if board_text.values or not faults:
        shape = _Shape(board_text, source)
        sheet = shape.sheet()
        faults += shape.faults
        if not board_text.faults:
            faults += sense_faults(sheet, source)
    return sorted(faults, key=lambda fault: fault.line)


class _Shape:
    """Checks each value on its own, and gathers those that may be trusted."""

    def __init__(self, board_text: BoardText, source: str) -> None:
        self.values = board_text.values
        self.lines = board_text.lines
        self.source = source
        self.partial = bool(board_text.faults)
        self.faults: list[Fault] = []

    def sheet(self) -> Sheet:
        good = self._good(self.values, BOARD_KEYS, "board", self.lines.of)
        return Sheet(
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
                wants = "write { " + ", ".join(f"{k} = ..." for k, v in keys.items() if v.needed) + " }"
                self._add(line, f"{what} number {number + 1}", f"{_shown(values)} is not an entry", wants)
        return entries

    def _good(
        self, values: dict[str, Any], keys: dict[str, Key], place: str, line_of: Callable[[str], int]
    ) -> dict[str, Any]:
        good = {}
        for name, value in values.items():
            key = keys.get(name)
            if key is None:
                remedy = near(name, keys) or f"the keys are {', '.join(keys)}"
                self._add(line_of(name), place, f'unknown key "{name}"', remedy)
            elif key.fits(value):
                good[name] = value
            elif not (self.partial and value == []):
                self._add(line_of(name), place, f"{name} is {_shown(value)}", f"write {key.wants}")
        for name, key in keys.items():
            if key.needed and name not in values:
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
    """A value as it would be written in the file, cut short."""
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
