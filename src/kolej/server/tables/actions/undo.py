"""Undo: what would be taken back, and who has to agree.

A seat takes back its last decision. Until it has seen anything new since then, which is until chance has done something
or somebody else has, it needs to ask nobody. After that everyone at the table must agree, unless one person has all
seats that bots don't have and the table says that undo is free. What was undone stays in the log.
"""

import msgspec

from kolej.engine.record.recorded_game import MOST_UNDONE
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import Asked, Moved
from kolej.server.tables.log.replay import Line
from kolej.server.tables.log.table_state import Course

PATIENCE = 60.0
"""Seconds that an undo is asked for, and bots wait. After a restart they begin anew."""

_pairs = msgspec.json.Decoder(list[tuple[str, dict[str, object]]])


def granted(asked: Asked) -> bool:
    """Whether everyone has agreed."""
    return set(asked.agreed) >= set(asked.needed)


def allowed(course: Course) -> None:
    """Refuse where nothing can be undone at all."""
    if course.stage == "over":
        raise Refusal("over", "the game is over, and what was hidden is open; nothing can be undone any more")
    if course.settings.undo == "none":
        raise Refusal("no-undo", "at this table nothing is undone")
    if course.undone >= MOST_UNDONE:
        raise Refusal("no-undo", f"a game can be gone back in {MOST_UNDONE} times at most")


def last_decision(line: Line, seat: int) -> int:
    """The entry of the last decision of a seat."""
    for entry, moved in reversed(line.moves):
        if moved.seat == seat:
            return entry
    raise Refusal("no-undo", "you have decided nothing that could be undone")


def chance_since(line: Line, entry: int) -> bool:
    """Whether chance did anything from this decision on."""
    return any(moved.outcomes for number, moved in line.moves if number >= entry)


def seen_since(line: Line, entry: int) -> bool:
    """Whether the seat has seen anything new from this decision on."""
    number, last = line.moves[-1]
    return number != entry or bool(last.outcomes) or _others_showed(last)


def _others_showed(moved: Moved) -> bool:
    """Whether others' opening choices came to light, as they do with the last of them."""
    told = _pairs.decode(moved.events)
    return any(name == "TicketsKept" and fields["seat"] != moved.seat for name, fields in told)


def needed(course: Course, seat: int) -> list[int]:
    """The seats that have to agree: all people's but one's own, and but those that bots play for."""
    if course.settings.undo == "free" and len(course.people) <= 1:
        return []
    others = [n for n, other in enumerate(course.seats) if n != seat and other.person is not None and not other.away]
    if not others:
        raise Refusal("no-undo", "something new was seen since, and nobody is here who could agree")
    return others
