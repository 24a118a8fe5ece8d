"""What the log of a table says, but for the game itself: folded entry by entry, live and after a restart alike."""

from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from kolej.engine.chance.fair.protocol import OWN, SeatCommitment, Terms
from kolej.server.accounts.identity import Who
from kolej.server.tables.clock import after_move
from kolej.server.tables.log.clocks import Times, fresh
from kolej.server.tables.log.entries import (
    LEFT,
    Asked,
    Away,
    Back,
    Began,
    Body,
    Bot,
    Committed,
    Dealing,
    Dealt,
    Emptied,
    Ended,
    Fixed,
    Lapsed,
    Left,
    Moved,
    Opened,
    Rematch,
    Sat,
    Seeded,
    Settled,
    Undone,
)
from kolej.server.tables.setup.seats import Seat, bot_name
from kolej.server.tables.setup.settings import Settings
from kolej.store.protocol import Listing, TableState
from kolej.store.protocol import Table as Listed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deal:
    """How far the fair deal has come."""

    terms: Terms
    server: str
    waits_for: frozenset[int]
    """Seats that the deal waits for: first for their commitments, then for their seeds."""
    promised: tuple[SeatCommitment | None, ...]
    fixed: bool = False
    opened: frozenset[int] = frozenset()
    stand_ins: tuple[tuple[int, str], ...] = ()
    dealt: bool = False


class Summary(msgspec.Struct, frozen=True):
    """What lists show of a table, kept beside the log and changed together with it."""

    settings: Settings
    host: int
    seats: tuple[Seat, ...]
    made_by: str
    """The command that opened the table."""
    next: str | None = None


class Course:
    """A table as its log tells it. Vectors are tuples: a copy shares them, and neither disturbs the other."""

    def __init__(self, code: str, created: int, settings: Settings, host: int) -> None:
        self.code = code
        self.created = created
        self.settings = settings
        self.host = host
        self.version = 0
        self.made_by = ""
        self.state = TableState.OPEN
        self.stage = "gathering"
        self.seats = (Seat(),) * settings.seats
        self.next: str | None = None
        self.deal: Deal | None = None
        self.players: tuple[str, ...] = ()
        """As they stand in the game file."""
        self.began = 0
        """The entry that began the game."""
        self.changed = (0,) * settings.seats
        """The last entry that changed what each seat may choose."""
        self.undone = 0
        """How often something was undone."""
        self.last_undone = 0
        """The entry that did so last."""
        self.epoch = 0
        self.asked: Asked | None = None
        """An undo that waits for consent."""
        self.left: Times | None = None if settings.clock is None else fresh(settings.clock, settings.seats)
        """Seconds to think."""

    def copy(self) -> "Course":
        """Another course, equal and independent."""
        # Once or twice for every move: `copy.copy` takes five times as long.
        other = Course.__new__(Course)
        other.__dict__.update(self.__dict__)
        return other

    def at(self, version: int) -> "Course":
        """The same under the number of another entry: for frames that stand for it."""
        other = self.copy()
        other.version = version
        return other

    def take(self, body: Body) -> None:
        """Go on by one entry."""
        self.version += 1
        match body:
            case Moved():
                self._moved(body)
            case Sat():
                self._seat(body.seat, Seat(body.name, body.person))
                if self.state == TableState.ABANDONED:
                    self.state = TableState.OPEN if self.stage == "gathering" else TableState.RUNNING
            case Left():
                self._left(body)
            case Bot():
                self._seat(body.seat, Seat(bot_name(body.level, body.seat), level=body.level))
            case Settled():
                self._settle(body)
            case Emptied():
                self._seat(body.seat, Seat())
            case Away():
                self._seat(body.seat, replace(self.seats[body.seat], away=body.why))
            case Back():
                self._seat(body.seat, replace(self.seats[body.seat], away=None))
            case Dealing() | Committed() | Fixed() | Seeded() | Dealt():
                self._dealing(body)
            case Began():
                self.stage = "playing"
                self.players = body.players
                self.began = self.version
                self.changed = (self.version,) * len(self.seats)
            case Asked():
                self.asked = body
            case Lapsed():
                self.asked = None
            case Undone():
                self.asked = None
                self.undone += 1
                self.last_undone = self.version
                self.epoch = body.epoch
                self.changed = (self.version,) * len(self.seats)
            case Ended():
                self.stage = "over"
                self.state = TableState.FINISHED
            case Rematch():
                self.next = body.code
            case _:
                pass

    def _moved(self, body: Moved) -> None:
        self.asked = None
        if body.choosing:
            self.changed = _put(self.changed, body.seat, self.version)
        else:
            self.changed = (self.version,) * len(self.seats)
        if self.left is not None and self.settings.clock is not None and self.seats[body.seat].level is None:
            self.left = after_move(self.settings.clock, self.left, body)

    def _settle(self, body: Settled) -> None:
        settings = self.settings = body.settings
        self.seats = (self.seats + (Seat(),) * settings.seats)[: settings.seats]
        for seat, level in body.bots:
            self._seat(seat, Seat(bot_name(level, seat), level=level))
        self.changed = (0,) * settings.seats
        self.left = None if settings.clock is None else fresh(settings.clock, settings.seats)

    def _left(self, body: Left) -> None:
        self.host = body.host
        # Once cards are dealt the seat has to go on: a bot plays it, under the old name.
        gathering = self.stage == "gathering"
        self._seat(body.seat, Seat() if gathering else Seat(self.seats[body.seat].name, away=LEFT))
        if all(seat.person is None for seat in self.seats):
            self.state = TableState.ABANDONED

    def _dealing(self, body: Dealing | Committed | Fixed | Seeded | Dealt) -> None:
        if isinstance(body, Dealing):
            self.stage, self.state = "dealing", TableState.RUNNING
            settings = self.settings
            terms = Terms(body.table, settings.edition, body.rules, body.board, settings.seats, settings.first)
            self.deal = Deal(terms, body.server, frozenset(body.waits_for), (None,) * settings.seats)
            return
        deal = self.deal
        assert deal is not None, "a deal begins with the server's commitment"
        match body:
            case Committed():
                promised = _put(deal.promised, body.seat, SeatCommitment(OWN, body.hash))
                self.deal = replace(deal, promised=promised, waits_for=deal.waits_for - {body.seat})
            case Fixed():
                fixed = tuple(SeatCommitment(*each) for each in body.commitments)
                own = frozenset(n for n, each in enumerate(fixed) if each.who == OWN)
                self.deal = replace(deal, promised=fixed, fixed=True, waits_for=own)
            case Seeded():
                opened, waits_for = deal.opened | {body.seat}, deal.waits_for - {body.seat}
                self.deal = replace(deal, opened=opened, waits_for=waits_for)
            case Dealt():
                self.deal = replace(deal, stand_ins=body.stand_ins, dealt=True, waits_for=frozenset())

    def _seat(self, number: int, seat: Seat) -> None:
        self.seats = _put(self.seats, number, seat)

    def seats_of(self, who: Who | None) -> list[int]:
        """The seats that somebody has."""
        return [] if who is None else [n for n, seat in enumerate(self.seats) if seat.person == who.person]

    @property
    def people(self) -> set[int]:
        """Everybody who has a seat."""
        return {seat.person for seat in self.seats if seat.person is not None}

    @property
    def names(self) -> list[str]:
        """What everybody is called, by seat."""
        return [seat.name for seat in self.seats]

    def summary(self) -> str:
        """What lists show, as JSON."""
        return msgspec.json.encode(Summary(self.settings, self.host, self.seats, self.made_by, self.next)).decode()


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def opened(code: str, created: int, made_by: str, body: Body) -> Course:
    """The course of a table after its first entry."""
    assert isinstance(body, Opened), "a log begins with the opening of the table"
    course = Course(code, created, body.settings, body.host)
    course.made_by = made_by
    course.version = 1
    return course


def listing(before: Course | None, after: Course) -> Listing | None:
    """What changes in the lists together with these entries; nothing for most moves."""
    state = after.state if before is None or before.state != after.state else None
    if before is not None and _listed_of(before) == _listed_of(after):
        return None if state is None else Listing(state)
    people = [seat.person for seat in after.seats]
    were = [] if before is None else [seat.person for seat in before.seats]
    seats = {n: person for n, person in enumerate(people) if person != (were[n] if n < len(were) else None)}
    return Listing(state, after.summary(), seats or None)


def _listed_of(course: Course) -> tuple[object, ...]:
    return course.seats, course.host, course.next, course.settings


def listed(table: Listed) -> Course:
    """As much of a course as lists need, from what lists have."""
    summary = msgspec.json.decode(table.settings, type=Summary)
    course = Course(table.code, table.created, summary.settings, summary.host)
    course.made_by = summary.made_by
    course.seats = summary.seats
    course.next = summary.next
    course.version = table.last
    course.state = table.state
    begun = table.state is TableState.RUNNING or any(seat.away for seat in summary.seats)
    course.stage = "over" if table.state is TableState.FINISHED else "playing" if begun else "gathering"
    return course
