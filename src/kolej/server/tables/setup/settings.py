"""What a table is set to, and the checks before it is opened."""

import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from kolej import bots, editions
from kolej.engine.record.game_file import name_fault
from kolej.engine.ruleset.rules import Edition
from kolej.server.errors import Refusal
from kolej.server.wire import Clock, NewTable

BOT = "bot:"
"""How the name of a bot begins in a game file; no person may be called so."""


class Settings(msgspec.Struct, frozen=True):
    """What a table is set to; for good once its game has begun."""

    edition: str
    seats: int
    open: bool
    undo: str
    pace: int
    hints: bool
    clock: Clock | None
    absent: int | None
    first: int | None
    hot_seat: bool
    """Several people share the screen of whoever opened it."""


def settled(new: NewTable) -> Settings:
    """The settings that are asked for, if there can be such a table."""
    settings = Settings(
        edition=new.edition,
        seats=new.seats,
        open=new.open,
        undo=new.undo,
        pace=new.pace,
        hints=new.hints,
        clock=new.clock,
        absent=new.absent,
        first=new.first,
        hot_seat=len(new.people) > 1,
    )
    return checked_settings(settings)


def checked_settings(settings: Settings) -> Settings:
    """Settings that a table can have."""
    edition, seats, first = edition_of(settings.edition), settings.seats, settings.first
    allowed = edition.rules.seats
    if seats not in allowed:
        raise Refusal("bad-command", f"{edition.board.name} is for {_span(allowed)} seats, not {seats}")
    if first is not None and first >= seats:
        raise Refusal("bad-command", f"seat {first} can't begin; seats are 0 to {seats - 1}")
    return settings


def edition_of(name: str) -> Edition:
    """An edition that comes with Kolej. Nobody far away says whose code is run here."""
    if name not in editions.names():
        raise Refusal("bad-command", f"there is no edition {name!r}; there are {', '.join(editions.names())}")
    return editions.load(name)


def checked_level(level: str) -> str:
    """A bot that comes with Kolej."""
    if level not in bots.BOTS:
        raise Refusal("bad-command", f"there is no bot {level!r}; there are {', '.join(bots.BOTS)}")
    return level


def checked_name(name: str) -> str:
    """A name that can stand on a screen and in a game file."""
    fault = name_fault(name)
    if fault:
        raise Refusal("bad-command", fault)
    if name.casefold().startswith(BOT):
        raise Refusal("bad-command", f'a name can\'t begin with "{BOT}"; bots have such names')
    return name


def checked_people(new: NewTable) -> dict[int, str]:
    """Who sits where from the beginning: seats from the first, but for those that bots have."""
    taken = checked_bots(new.bots, new.seats)
    free = [seat for seat in range(new.seats) if seat not in taken]
    if len(new.people) > len(free):
        many = f"{len(new.people)} people have no room on {len(free)} seats"
        raise Refusal("bad-command", f"{many}; take more seats, fewer people or fewer bots")
    names = [checked_name(name) for name in new.people]
    if len({name.casefold() for name in names}) < len(names):
        raise Refusal("bad-command", "two people have the same name; give each a name of their own")
    return dict(zip(free, names, strict=False))


def checked_bots(bots: Mapping[str, str], seats: int) -> dict[int, str]:
    """The bots by seat."""
    seated: dict[int, str] = {}
    for said, level in bots.items():
        seat = int(said) if said.isascii() and said.isdigit() and len(said) <= 2 else seats
        if seat >= seats or str(seat) != said:
            raise Refusal("bad-command", f"{said!r} is no seat for a bot; seats are 0 to {seats - 1}")
        seated[seat] = checked_level(level)
    return seated


def name_apart(name: str, others: Sequence[str]) -> str:
    """The name, with a number where somebody at the table has it already."""
    taken = {other.casefold() for other in others}
    if name.casefold() not in taken:
        return name
    return next(other for n in range(2, 99) if (other := f"{name} {n}").casefold() not in taken)


def checked_words(text: str) -> str:
    """Something said, in one line that changes nothing beside it on a screen."""
    words = text.strip()
    if not words:
        raise Refusal("bad-command", "there is nothing in it to say; write a word")
    for character in words:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or _turns(character):
            raise Refusal("bad-command", f"it has the control character U+{ord(character):04X}; leave it out")
    return words


def _turns(character: str) -> bool:
    """Whether it turns the direction of what stands beside it."""
    return unicodedata.bidirectional(character) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def _span(seats: range) -> str:
    return f"{seats[0]} to {seats[-1]}"
