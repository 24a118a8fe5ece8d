"""Messages: plain text with `{name}`, `{count, plural, one {# card} other {# cards}}` and `{who, select, …}`.

`web/src/i18n/message.ts` reads the same.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from kolej.engine.errors import KolejError
from kolej.locale.plurals import Plural

Value: TypeAlias = str | int
Part: TypeAlias = "str | Place"
Parts: TypeAlias = tuple[Part, ...]

_HEAD = re.compile(r"\{\s*(\w+)\s*(?:(\})|,\s*(plural|select)\s*,\s*)")
_CASE = re.compile(r"\s*(?:(\})|(=?\w+)\s*\{)")
_TEXT = re.compile(r"[^{}#]+")


class MessageError(KolejError):
    """A message that can't be read, and where."""


@dataclass(frozen=True)
class Place:
    """Something to put in: a value, or the case that fits it. `#` is the number of the plural around it."""

    name: str
    kind: str = "value"
    cases: tuple[tuple[str, Parts], ...] = ()


@cache
def parse(message: str) -> Parts:
    """A message taken apart."""
    parts, end = _parts(message, 0, counting=False)
    if end < len(message):
        raise MessageError(f'"}}" without "{{" at {end} of {message!r}')
    return parts


def _parts(message: str, at: int, counting: bool) -> tuple[Parts, int]:
    parts: list[Part] = []
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            place, at = _place(message, at)
            parts.append(place)
        elif message[at] == "#":
            parts.append(Place("#") if counting else "#")
            at += 1
        else:
            text = _TEXT.match(message, at)
            assert text is not None
            parts.append(text[0])
            at = text.end()
    return tuple(parts), at


def _place(message: str, at: int) -> tuple[Place, int]:
    head = _HEAD.match(message, at)
    if head is None:
        raise MessageError(f'no name after "{{" at {at} of {message!r}')
    name, closed, kind = head.groups()
    if closed:
        return Place(name), head.end()
    cases: list[tuple[str, Parts]] = []
    at = head.end()
    while True:
        begun = _CASE.match(message, at)
        if begun is None:
            raise MessageError(f"no case at {at} of {message!r}")
        if begun[1]:
            break
        parts, end = _parts(message, begun.end(), counting=kind == "plural")
        if end == len(message):
            raise MessageError(f'"{{" without "}}" in {message!r}')
        cases.append((begun[2], parts))
        at = end + 1
    if "other" not in dict(cases):
        raise MessageError(f'no case "other" for {name} in {message!r}')
    return Place(name, kind, tuple(cases)), begun.end()


def written(parts: Parts, values: Mapping[str, Value], plural: Plural) -> str:
    """The message with values put in; a value that is missing shows as its name, so that it is noticed."""
    return "".join(part if isinstance(part, str) else _filled(part, values, plural) for part in parts)


def _filled(place: Place, values: Mapping[str, Value], plural: Plural) -> str:
    value = values.get(place.name)
    if place.kind == "value":
        return f"{{{place.name}}}" if value is None else str(value)
    cases = dict(place.cases)
    if place.kind == "select":
        return written(cases.get(str(value), cases["other"]), values, plural)
    count = int(value or 0)
    chosen = cases.get(f"={count}") or cases.get(plural(count)) or cases["other"]
    return written(chosen, {**values, "#": count}, plural)


def places(parts: Parts) -> Iterator[Place]:
    """Everything that is put in somewhere in a message, cases included."""
    for part in parts:
        if isinstance(part, Place):
            yield part
            for _, case in part.cases:
                yield from places(case)
