"""Events as one line of text each, and back: for golden files and other tests.

    card-drawn seat=1 dealt=no hand_size=2 card=red hand=red:2 | phase=turn seat=1 first=0 owes=nothing deck_left=80

A line has the kind of the event, every field by name, and after a bar the status of the game. Hidden values are `?`,
missing ones `none`, an empty list is `-`, an empty slot of the display is `.`, and `;` separates values per seat.
Status numbers that are zero are omitted, except for the first four.
"""

import re
from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from typing import Any, get_args, get_type_hints

from kolej.engine.core.state import NONE
from kolej.engine.knowledge.events import EVENTS, SECRET, TAGS, Event, audience
from kolej.engine.knowledge.view import Numbers, Owed, Phase, Status
from kolej.engine.record.notation import Notation, NotationError, quoted, read_number, too_long, unknown

HIDDEN, NO_VALUE, EMPTY, EMPTY_SLOT = "?", "none", "-", "."
MOST = 2**62
LONGEST_EVENT = 10_000


@dataclass(frozen=True, slots=True)
class Format:
    """How values of one type are written and read."""

    write: Callable[[Notation, Any], str]
    read: Callable[[Notation, str], Any]


def _number(text: str) -> int:
    return read_number(text, "anything", -MOST, MOST)


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotationError(f"{quoted(text)} is neither yes nor no")
    return text == "yes"


def _listed(items: list[str]) -> str:
    return ",".join(items) or EMPTY


def _items(text: str) -> list[str]:
    return [] if text == EMPTY else text.split(",")


def _write_counts(notation: Notation, counts: Numbers) -> str:
    return _listed([f"{notation.card(kind)}:{count}" for kind, count in enumerate(counts) if count])


def _read_counts(notation: Notation, text: str) -> Numbers:
    counts = [0] * len(notation.kinds)
    pairs = _read_pairs(notation, text)
    for kind, count in zip(pairs[::2], pairs[1::2], strict=True):
        counts[kind] = count
    return tuple(counts)


def _write_pairs(notation: Notation, pairs: Numbers) -> str:
    each = zip(pairs[::2], pairs[1::2], strict=True)
    return _listed([f"{notation.card(kind)}:{count}" for kind, count in each])


def _read_pairs(notation: Notation, text: str) -> Numbers:
    out: list[int] = []
    for item in _items(text):
        card, _, count = item.partition(":")
        out += [notation.read_card(card), _number(count)]
    return tuple(out)


def _write_slot(notation: Notation, kind: int) -> str:
    return EMPTY_SLOT if kind == NONE else notation.card(kind)


def _read_slot(notation: Notation, text: str) -> int:
    return NONE if text == EMPTY_SLOT else notation.read_card(text)


def _list_of(one: Format) -> Format:
    return Format(
        lambda notation, values: _listed([one.write(notation, value) for value in values]),
        lambda notation, text: tuple(one.read(notation, item) for item in _items(text)),
    )


def _per_seat(one: Format) -> Format:
    return Format(
        lambda notation, values: ";".join(one.write(notation, value) for value in values),
        lambda notation, text: tuple(one.read(notation, item) for item in text.split(";")),
    )


NUMBER = Format(lambda _, value: str(value), lambda _, text: _number(text))
YES_OR_NO = Format(lambda _, value: "yes" if value else "no", lambda _, text: _yes_or_no(text))
COUNTS = Format(_write_counts, _read_counts)
TICKETS = _list_of(Format(Notation.ticket, Notation.read_ticket))
BY_FIELD: dict[str, Format] = {
    "card": Format(Notation.card, Notation.read_card),
    "route": Format(Notation.route, Notation.read_route),
    "city": Format(Notation.city, Notation.read_city),
    "ticket": Format(Notation.ticket, Notation.read_ticket),
    "offer": TICKETS,
    "display": _list_of(Format(_write_slot, _read_slot)),
    "shown": Format(_write_pairs, _read_pairs),
    "supply": _list_of(NUMBER),
    "hands": _per_seat(COUNTS),
}
"""The format of fields by name. Other lists are counts of cards, other numbers are written as they are."""


@dataclass(frozen=True, slots=True)
class EventField:
    """One field of one kind of event."""

    name: str
    format: Format
    secret: bool
    optional: bool


def kind_of(event: type[Event]) -> str:
    """The name of a kind of event in a line."""
    return re.sub("(?<!^)(?=[A-Z])", "-", TAGS[event]).lower()


def _field(event: type[Event], of: Field[Any]) -> EventField:
    hint = get_type_hints(event)[of.name]
    options = [each for each in get_args(hint) if each is not type(None)]
    optional = type(None) in get_args(hint)
    return EventField(of.name, _format_of(of.name, options[0] if optional else hint), audience(of) == SECRET, optional)


def _format_of(name: str, kind: Any) -> Format:
    if kind is bool:
        return YES_OR_NO
    if name == "tickets":
        return TICKETS if kind == Numbers else _per_seat(TICKETS)
    return BY_FIELD.get(name) or (NUMBER if kind is int else COUNTS)


KINDS: dict[str, type[Event]] = {kind_of(event): event for event in EVENTS}
FIELDS: dict[type[Event], list[EventField]] = {
    event: [_field(event, each) for each in fields(event) if each.name != "status"] for event in KINDS.values()
}


def write_event(notation: Notation, event: Event) -> str:
    """An event as one line, with every field; what is hidden from the viewer is `?`."""
    words = [kind_of(type(event))]
    for field in FIELDS[type(event)]:
        value = getattr(event, field.name)
        if value is None:
            words.append(f"{field.name}={HIDDEN if field.secret else NO_VALUE}")
        else:
            words.append(f"{field.name}={field.format.write(notation, value)}")
    return f"{' '.join(words)} | {_write_status(event.status)}"


def read_event(notation: Notation, text: str) -> Event:
    """Read an event from its line."""
    if len(text) > LONGEST_EVENT:
        raise too_long(text)
    before_bar, bar, status_text = text.partition(" | ")
    kind, *words = before_bar.split(" ")
    event = KINDS.get(kind)
    if event is None:
        raise unknown("event", kind, KINDS)
    if not bar:
        raise NotationError(f'{quoted(text)} does not say where the game stands; that follows " | "')
    expected = FIELDS[event]
    if [word.partition("=")[0] for word in words] != [field.name for field in expected]:
        names = " ".join(f"{field.name}=" for field in expected)
        raise NotationError(f"{quoted(before_bar)} is not a whole event; write {kind} {names}".rstrip())
    values = {
        field.name: _value(notation, field, word.partition("=")[2]) for field, word in zip(expected, words, strict=True)
    }
    return event(status=_read_status(status_text), **values)


def _value(notation: Notation, field: EventField, text: str) -> Any:
    if field.optional and text == (HIDDEN if field.secret else NO_VALUE):
        return None
    return field.format.read(notation, text)


STATUS_FIELDS = [each.name for each in fields(Status)]
ALWAYS = ("phase", "seat", "first", "owes")
PHASES = tuple("picking" if phase is Phase.PAYING else phase.name.lower() for phase in Phase)
"""The names of phases in these lines, which never change."""
OWED = tuple(owed.name.lower() for owed in Owed)
VALUE_NAMES = {"phase": PHASES, "owes": OWED}


def _write_status(status: Status) -> str:
    words = []
    for name in STATUS_FIELDS:
        value = getattr(status, name)
        if name in VALUE_NAMES:
            words.append(f"{name}={VALUE_NAMES[name][value]}")
        elif value or name in ALWAYS:
            words.append(f"{name}={value}")
    return " ".join(words)


def _read_status(text: str) -> Status:
    values: dict[str, Any] = dict.fromkeys(STATUS_FIELDS, 0)
    for word in text.split(" "):
        name, _, value = word.partition("=")
        if name not in values:
            raise unknown("number", name, STATUS_FIELDS)
        if name not in VALUE_NAMES:
            values[name] = _number(value)
        elif value in VALUE_NAMES[name]:
            values[name] = VALUE_NAMES[name].index(value)
        else:
            raise unknown(name, value, VALUE_NAMES[name])
    return Status(**values)
