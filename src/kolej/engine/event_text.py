"""Events as one line of text each, and back: the kind, every field by name, and after a bar where the game stands.

    card-drawn seat=1 dealt=no hand_size=2 card=red hand=red:2 | phase=turn seat=1 first=0 owes=nothing deck_left=80

What the viewer may not see is `?`, what there is none of is `none`, an empty list is `-`, an empty slot of the display
is `.`, and numbers per seat are divided by `;`. Of where the game stands, numbers that are zero are left out, except
for the first four.
"""

import re
from collections.abc import Callable
from dataclasses import Field, dataclass, fields
from typing import Any, get_args, get_type_hints

from kolej.engine.core import cards as packed
from kolej.engine.core.state import NONE
from kolej.engine.knowledge.events import EVENTS, SECRET, Event, audience
from kolej.engine.knowledge.view import Numbers, Status
from kolej.engine.spelling import NotationError, Spelling, quoted, read_number, too_long, unknown

PHASES = ("setup", "opening", "turn", "second", "keeping", "tunnel", "picking", "over")
"""What `Status.phase` is called, in the order of its numbers."""
OWES = (
    "nothing",
    "first_seat",
    "hand_card",
    "display_card",
    "blind_card",
    "tunnel_card",
    "opening_ticket",
    "ticket",
)
"""What `Status.owes` is called, in the order of its numbers."""

HIDDEN, NO_VALUE, EMPTY, EMPTY_SLOT = "?", "none", "-", "."
MOST = 2**62
LONGEST_EVENT = 10_000


@dataclass(frozen=True, slots=True)
class Form:
    """How values of one kind are written and read."""

    write: Callable[[Spelling, Any], str]
    read: Callable[[Spelling, str], Any]


def _number(text: str) -> int:
    return read_number(text, "anything", -MOST, MOST)


def _truth(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotationError(f"{quoted(text)} is neither yes nor no")
    return text == "yes"


def _listed(items: list[str]) -> str:
    return ",".join(items) or EMPTY


def _items(text: str) -> list[str]:
    return [] if text == EMPTY else text.split(",")


def _write_cards(spelling: Spelling, cards: int) -> str:
    return _write_counts(spelling, packed.unpack(cards, len(spelling.kinds)))


def _read_cards(spelling: Spelling, text: str) -> int:
    return packed.pack(_read_counts(spelling, text))


def _write_counts(spelling: Spelling, counts: Numbers) -> str:
    return _listed([f"{spelling.card(kind)}:{count}" for kind, count in enumerate(counts) if count])


def _read_counts(spelling: Spelling, text: str) -> Numbers:
    counts = [0] * len(spelling.kinds)
    pairs = _read_pairs(spelling, text)
    for kind, count in zip(pairs[::2], pairs[1::2], strict=True):
        counts[kind] = count
    return tuple(counts)


def _write_pairs(spelling: Spelling, pairs: Numbers) -> str:
    each = zip(pairs[::2], pairs[1::2], strict=True)
    return _listed([f"{spelling.card(kind)}:{count}" for kind, count in each])


def _read_pairs(spelling: Spelling, text: str) -> Numbers:
    out: list[int] = []
    for item in _items(text):
        card, _, count = item.partition(":")
        out += [spelling.read_card(card), _number(count)]
    return tuple(out)


def _write_slot(spelling: Spelling, kind: int) -> str:
    return EMPTY_SLOT if kind == NONE else spelling.card(kind)


def _read_slot(spelling: Spelling, text: str) -> int:
    return NONE if text == EMPTY_SLOT else spelling.read_card(text)


def _list_of(one: Form) -> Form:
    return Form(
        lambda spelling, values: _listed([one.write(spelling, value) for value in values]),
        lambda spelling, text: tuple(one.read(spelling, item) for item in _items(text)),
    )


def _per_seat(one: Form) -> Form:
    return Form(
        lambda spelling, values: ";".join(one.write(spelling, value) for value in values),
        lambda spelling, text: tuple(one.read(spelling, item) for item in text.split(";")),
    )


NUMBER = Form(lambda _, value: str(value), lambda _, text: _number(text))
TRUTH = Form(lambda _, value: "yes" if value else "no", lambda _, text: _truth(text))
COUNTS = Form(_write_counts, _read_counts)
TICKETS = _list_of(Form(Spelling.ticket, Spelling.read_ticket))
NAMED: dict[str, Form] = {
    "card": Form(Spelling.card, Spelling.read_card),
    "cards": Form(_write_cards, _read_cards),
    "route": Form(Spelling.route, Spelling.read_route),
    "city": Form(Spelling.city, Spelling.read_city),
    "ticket": Form(Spelling.ticket, Spelling.read_ticket),
    "offer": TICKETS,
    "display": _list_of(Form(_write_slot, _read_slot)),
    "shown": Form(_write_pairs, _read_pairs),
    "supply": _list_of(NUMBER),
    "hands": _per_seat(COUNTS),
}
"""Fields that mean the same in every event they occur in; other lists are counts of cards, other numbers are plain."""


@dataclass(frozen=True, slots=True)
class Part:
    """One field of one kind of event."""

    name: str
    form: Form
    secret: bool
    optional: bool


def kind_of(event: type[Event]) -> str:
    """What a kind of event is called in a line."""
    return re.sub("(?<!^)(?=[A-Z])", "-", event.__name__).lower()


def _part(event: type[Event], of: Field[Any]) -> Part:
    hint = get_type_hints(event)[of.name]
    options = [each for each in get_args(hint) if each is not type(None)]
    optional = type(None) in get_args(hint)
    return Part(of.name, _form(of.name, options[0] if optional else hint), audience(of) == SECRET, optional)


def _form(name: str, kind: Any) -> Form:
    if kind is bool:
        return TRUTH
    if name == "tickets":
        return TICKETS if kind == Numbers else _per_seat(TICKETS)
    return NAMED.get(name) or (NUMBER if kind is int else COUNTS)


KINDS: dict[str, type[Event]] = {kind_of(event): event for event in EVENTS}
PARTS: dict[type[Event], list[Part]] = {
    event: [_part(event, each) for each in fields(event) if each.name != "status"] for event in KINDS.values()
}


def write(spelling: Spelling, event: Event) -> str:
    """An event as one line."""
    told = [kind_of(type(event))]
    for part in PARTS[type(event)]:
        value = getattr(event, part.name)
        if value is None:
            told.append(f"{part.name}={HIDDEN if part.secret else NO_VALUE}")
        else:
            told.append(f"{part.name}={part.form.write(spelling, value)}")
    return f"{' '.join(told)} | {_write_status(event.status)}"


def read(spelling: Spelling, text: str) -> Event:
    """The event that a line stands for."""
    if len(text) > LONGEST_EVENT:
        raise too_long(text)
    happened, bar, stands = text.partition(" | ")
    kind, *words = happened.split(" ")
    event = KINDS.get(kind)
    if event is None:
        raise unknown("event", kind, KINDS)
    if not bar:
        raise NotationError(f'{quoted(text)} does not say where the game stands; that follows " | "')
    parts = PARTS[event]
    if [word.partition("=")[0] for word in words] != [part.name for part in parts]:
        names = " ".join(f"{part.name}=" for part in parts)
        raise NotationError(f"{quoted(happened)} is not a whole event; write {kind} {names}".rstrip())
    values = {
        part.name: _value(spelling, part, word.partition("=")[2]) for part, word in zip(parts, words, strict=True)
    }
    return event(status=_read_status(stands), **values)


def _value(spelling: Spelling, part: Part, text: str) -> Any:
    if part.optional and text == (HIDDEN if part.secret else NO_VALUE):
        return None
    return part.form.read(spelling, text)


STANDING = [each.name for each in fields(Status)]
ALWAYS = ("phase", "seat", "first", "owes")
WORDS = {"phase": PHASES, "owes": OWES}


def _write_status(status: Status) -> str:
    told = []
    for name in STANDING:
        value = getattr(status, name)
        if name in WORDS:
            told.append(f"{name}={WORDS[name][value]}")
        elif value or name in ALWAYS:
            told.append(f"{name}={value}")
    return " ".join(told)


def _read_status(text: str) -> Status:
    values = dict.fromkeys(STANDING, 0)
    for word in text.split(" "):
        name, _, value = word.partition("=")
        if name not in values:
            raise unknown("number", name, STANDING)
        if name not in WORDS:
            values[name] = _number(value)
        elif value in WORDS[name]:
            values[name] = WORDS[name].index(value)
        else:
            raise unknown(name, value, WORDS[name])
    return Status(**values)
