"""Messages of the catalogue: parser and renderer of a subset of ICU MessageFormat.

A message is plain text with `{name}`, `{count, plural, one {# card} other {# cards}}` and
`{who, select, you {…} other {…}}`. `web/src/i18n/message.ts` implements the same for the page.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from kolej.engine.errors import KolejError
from kolej.locale.plurals import PluralRule

Value: TypeAlias = str | int
Part: TypeAlias = "str | Placeholder"
Parts: TypeAlias = tuple[Part, ...]

_HEAD = re.compile(r"\{\s*(\w+)\s*(?:(\})|,\s*(plural|select)\s*,\s*)")
_CASE = re.compile(r"\s*(?:(\})|(=?\w+)\s*\{)")
_TEXT = re.compile(r"[^{}#]+")


class MessageError(KolejError):
    """A message with a syntax error."""


@dataclass(frozen=True)
class Placeholder:
    """A value to insert, or cases to choose from by it. `#` is the number of the enclosing plural."""

    name: str
    kind: str = "value"
    cases: tuple[tuple[str, Parts], ...] = ()


@cache
def parse(message: str) -> Parts:
    """The parts of a message: text and placeholders."""
    parts, end = _parts(message, 0, counting=False)
    if end < len(message):
        raise MessageError(f'"}}" without "{{" at {end} of {message!r}')
    return parts


def _parts(message: str, at: int, counting: bool) -> tuple[Parts, int]:
    parts: list[Part] = []
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            placeholder, at = _placeholder(message, at)
            parts.append(placeholder)
        elif message[at] == "#":
            parts.append(Placeholder("#") if counting else "#")
            at += 1
        else:
            text = _TEXT.match(message, at)
            assert text is not None
            parts.append(text[0])
            at = text.end()
    return tuple(parts), at


def _placeholder(message: str, at: int) -> tuple[Placeholder, int]:
    head = _HEAD.match(message, at)
    if head is None:
        raise MessageError(f'no name after "{{" at {at} of {message!r}')
    name, closed, kind = head.groups()
    if closed:
        return Placeholder(name), head.end()
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
    return Placeholder(name, kind, tuple(cases)), begun.end()


def render(parts: Parts, values: Mapping[str, Value], plural: PluralRule) -> str:
    """The message with values inserted. A missing value shows as its name in braces, so that it is noticed."""
    return "".join(part if isinstance(part, str) else _render_placeholder(part, values, plural) for part in parts)


def _render_placeholder(placeholder: Placeholder, values: Mapping[str, Value], plural: PluralRule) -> str:
    value = values.get(placeholder.name)
    if placeholder.kind == "value":
        return f"{{{placeholder.name}}}" if value is None else str(value)
    cases = dict(placeholder.cases)
    if placeholder.kind == "select":
        return render(cases.get(str(value), cases["other"]), values, plural)
    count = int(value or 0)
    chosen = cases.get(f"={count}") or cases.get(plural(count)) or cases["other"]
    # A minus sign, as in tables: a hyphen is too short.
    return render(chosen, {**values, "#": str(count).replace("-", "−")}, plural)


def placeholders(parts: Parts) -> Iterator[Placeholder]:
    """Every placeholder of a message, those inside cases included."""
    for part in parts:
        if isinstance(part, Placeholder):
            yield part
            for _, case in part.cases:
                yield from placeholders(case)
