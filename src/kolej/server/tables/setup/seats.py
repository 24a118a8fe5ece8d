"""Who sits where, and who may change it. Every function says what would be written, or why not."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import LEFT, Body, Bot, Emptied, Left, Sat
from kolej.server.tables.setup.settings import checked_level, checked_name, name_apart
from kolej.server.wire import Change

if TYPE_CHECKING:
    from kolej.server.tables.log.table_state import Course

STAND_IN = "medium"
"""The bot that plays for people who are away."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: free, a person's, or a bot's."""

    name: str = ""
    person: int | None = None
    level: str | None = None
    """Which bot was put here."""
    away: str | None = None
    """Why a bot plays for the person."""

    @property
    def bot(self) -> str | None:
        """The bot that decides, if one does."""
        return self.level or (STAND_IN if self.away else None)

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here; after the start, only where somebody has left."""
        return self.person is None and self.level is None


def bot_name(level: str, seat: int) -> str:
    """What a bot is called at the table."""
    return f"{level[:1].upper()}{level[1:]} {seat + 1}"


def join(course: "Course", who: Who, change: Change) -> list[Body]:
    """Sit down on a seat, or on the lowest that is free."""
    if course.stage == "over":
        raise Refusal("over", "the game is over; ask for a rematch")
    mine = course.seats_of(who)
    if mine and not course.settings.hot_seat:
        raise Refusal("taken", f"you have seat {mine[0]} already; leave it before you take another")
    free = [n for n, seat in enumerate(course.seats) if seat.free]
    if course.stage != "gathering":
        free = [n for n in free if course.seats[n].away == LEFT]
        if not free:
            raise Refusal("started", "the game has begun and nobody has left; you can watch it")
    if not free:
        raise Refusal("full", "every seat is taken; you can watch")
    seat = free[0] if change.seat is None else change.seat
    if seat >= len(course.seats):
        raise _no_seat(course, seat)
    if seat not in free:
        raise Refusal("taken", f"seat {seat} is taken; free are {', '.join(map(str, free))}")
    others = [other.name for n, other in enumerate(course.seats) if n != seat]
    return [Sat(seat, who.person, name_apart(checked_name(change.name or who.name), others))]


def leave(course: "Course", who: Who, change: Change) -> list[Body]:
    """Get up from a seat, or from all that one has."""
    if course.stage == "over":
        raise Refusal("over", "the game is over; there is nothing to leave")
    mine = course.seats_of(who)
    if change.seat is not None and change.seat not in mine:
        raise Refusal("not-your-seat", f"seat {change.seat} is not yours")
    if not mine:
        raise Refusal("not-your-seat", "you have no seat here")
    going = mine if change.seat is None else [change.seat]
    staying = [seat.person for n, seat in enumerate(course.seats) if seat.person is not None and n not in going]
    host = course.host
    if who.person == host and who.person not in staying and staying:
        host = staying[0]
    return [Left(seat, host) for seat in going]


def bot(course: "Course", who: Who, change: Change) -> list[Body]:
    """Put a bot on a free seat, the lowest unless one is named."""
    host_only(course, who, "put bots on seats")
    gathering_only(course)
    free = [n for n, seat in enumerate(course.seats) if seat.free]
    if not free:
        raise Refusal("full", "every seat is taken; make one free first")
    seat = free[0] if change.seat is None else change.seat
    if seat >= len(course.seats):
        raise _no_seat(course, seat)
    if seat not in free:
        raise Refusal("taken", f"seat {seat} is taken; make it free first")
    return [Bot(seat, checked_level(change.level or STAND_IN))]


def empty(course: "Course", who: Who, change: Change) -> list[Body]:
    """Make a seat free: a bot goes, or a person is asked to."""
    host_only(course, who, "make seats free")
    gathering_only(course)
    if change.seat is None:
        raise Refusal("bad-command", "say which seat is to be made free")
    if change.seat >= len(course.seats):
        raise _no_seat(course, change.seat)
    if course.seats[change.seat].free:
        raise Refusal("bad-command", f"seat {change.seat} is free already")
    return [Emptied(change.seat)]


def host_only(course: "Course", who: Who, what: str) -> None:
    """Refuse anybody but the host."""
    if who.person != course.host:
        raise Refusal("not-allowed", f"only the host may {what}")


def gathering_only(course: "Course") -> None:
    """Refuse once the game has begun."""
    if course.stage != "gathering":
        raise Refusal("started", "the game has begun; the table stays as it is")


def own_seat(course: "Course", who: Who | None, seat: int) -> Seat:
    """One's own seat; anybody else's is refused before anything is said about it."""
    if seat >= len(course.seats):
        raise _no_seat(course, seat)
    mine = course.seats[seat]
    if who is None or mine.person != who.person:
        raise Refusal("not-your-seat", f"seat {seat} is not yours")
    return mine


def _no_seat(course: "Course", seat: int) -> Refusal:
    return Refusal("bad-command", f"there is no seat {seat}; seats are 0 to {len(course.seats) - 1}")
