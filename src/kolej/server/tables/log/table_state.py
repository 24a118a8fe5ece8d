"""Table state: everything that the log of a table says, except the game itself.

It is folded from the log entry by entry, in the same way while the server runs and after a restart.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from kolej.engine.chance.fair.protocol import OWN, SeatCommitment, Terms
from kolej.engine.record.endings import AGREEMENT, Ending, Resigned
from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import former_name
from kolej.server.tables.log.clocks import Times, after_move, full_clocks
from kolej.server.tables.log.entries import (
    ALLOW,
    LEFT,
    REMOVE,
    RESIGNED,
    Body,
    BotSeated,
    CommitmentsFixed,
    DealBody,
    DealFinished,
    DealStarted,
    DeletionAgreed,
    EndDropped,
    EndedEarly,
    EndRequested,
    FallbackAgreed,
    FallbackAsked,
    GameEnded,
    GameStarted,
    Moved,
    PersonForgotten,
    PlayerAway,
    PlayerBack,
    RematchOpened,
    SeatEmptied,
    SeatLeft,
    SeatRequestDropped,
    SeatRequested,
    SeatResigned,
    SeatTaken,
    SeedCommitted,
    SeedOpened,
    SettingsChanged,
    ShapeChosen,
    SpectatorModerated,
    StationsChosen,
    TableOpened,
    UndoDropped,
    Undone,
    UndoRequested,
)
from kolej.server.tables.log.room import COUNTED, RoomUsed
from kolej.server.tables.log.seat import Seat, level_name
from kolej.server.wire.base import EarlyEnd
from kolej.server.wire.tables import TableSettings
from kolej.store.models import TableStatus

Stage = Literal["gathering", "dealing", "playing", "over"]
"""Before the start, during the fair deal, during the game, after it. The store's `TableStatus` is coarser, and knows
tables that everybody has left."""

_DROP_END_REQUEST = (Moved, Undone, SeatTaken, SeatLeft, SeatResigned, PersonForgotten, EndDropped, GameEnded)
"""Entries after which a request to end the game is out of date."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DealState:
    """The progress of the fair deal."""

    terms: Terms
    server: str
    """The server's commitment."""
    waits_for: frozenset[int]
    """Seats that the deal waits for: first for their commitments, then for their seeds."""
    commitments: tuple[SeatCommitment | None, ...]
    fixed: bool = False
    """Whether the commitments are final."""
    opened: frozenset[int] = frozenset()
    """Seats that have opened their seed."""
    asked: frozenset[int] = frozenset()
    """Seats that were missing when the wait for them was over; the others are asked for their consent."""
    agreed: frozenset[int] = frozenset()
    """Seats that have agreed to fallback seeds for those."""
    fallbacks: tuple[tuple[int, str], ...] = ()
    """Seats that did not open the seed they had committed to, and why."""
    dealt: bool = False


class TableState:
    """A table as folded from its log. Its vectors are tuples: a copy shares them safely."""

    def __init__(self, code: str, created: int, settings: TableSettings, host: int) -> None:
        self.code = code
        self.created = created
        self.settings = settings
        self.host = host
        self.version = 0
        """The number of the last entry."""
        self.opened_by = ""
        self.status = TableStatus.OPEN
        self.stage: Stage = "gathering"
        self.seats = (Seat(),) * settings.seats
        self.rematch: str | None = None
        """The code of the rematch."""
        self.totals: tuple[int, ...] = ()
        """The points of each seat, once the game is over."""
        self.ranks: tuple[int, ...] = ()
        """The rank of each seat, once the game is over."""
        self.deal: DealState | None = None
        self.players: tuple[str, ...] = ()
        """Names as in the game file."""
        self.started = 0
        """The entry that started the game; 0 before."""
        self.changed = (0,) * settings.seats
        """For each seat the last entry that changed what it may choose."""
        self.last_away = 0
        """The last entry that had a bot substitute somebody."""
        self.undo_count = 0
        """How often something was undone."""
        self.last_undo = 0
        """The entry of the last undo."""
        self.epoch = 0
        """How often the cards to come have been shuffled again."""
        self.undo_request: UndoRequested | None = None
        """A request for an undo that waits for consent."""
        self.undo_requested_at = 0
        """The entry that requested it."""
        self.time_left: Times | None = _clocks(settings)
        self.holders: tuple[tuple[int, ...], ...] = ()
        """For each seat the people who have held it since the deal and may know its cards, the last one last."""
        self.seat_request: SeatRequested | None = None
        """A request for a seat that waits for consent."""
        self.seat_requested_at = 0
        """The entry that requested it."""
        self.declined: frozenset[int] = frozenset()
        """People whose request for a seat was refused."""
        self.muted: frozenset[int] = frozenset()
        """People who may not chat as spectators."""
        self.removed: frozenset[int] = frozenset()
        """People who may not watch."""
        self.deletion: frozenset[int] = frozenset()
        """People who have agreed that the table is deleted."""
        self.resigned: tuple[int, ...] = ()
        """Seats whose players resigned and did not return, in the order in which they did."""
        self.end_request: EndRequested | None = None
        """A request to end the game that waits for consent."""
        self.end_requested_at = 0
        """The entry that requested it."""
        self.early: EarlyEnd | None = None
        """Why the game was ended as it stood."""
        self.notes: tuple[tuple[int, int | None], ...] = ()
        """Entries that the log of the game shows beside events: a seat that resigned, or None for the end that all
        agreed on."""
        self.stations: tuple[tuple[int, int, int | None], ...] = ()
        """Seat, city and route of stations whose owners chose what they borrow."""
        self.room = RoomUsed()

    def copy(self) -> "TableState":
        """An independent copy."""
        # Made for every move: `copy.copy` takes five times as long.
        other = TableState.__new__(TableState)
        other.__dict__.update(self.__dict__)
        return other

    def with_version(self, version: int) -> "TableState":
        """A copy of this state with another version, for the frame of the entry with that number."""
        other = self.copy()
        other.version = version
        return other

    def after(self, body: Body) -> "TableState":
        """The state after one more entry."""
        other = self.copy()
        other.apply(body)
        return other

    def apply(self, body: Body) -> None:
        """Fold one more entry into this state."""
        self.version += 1
        if type(body) in COUNTED:
            self.room = self.room.after(body)
        if isinstance(body, _DROP_END_REQUEST):
            self.end_request = None
        match body:
            case Moved():
                self._moved(body)
            case SeatTaken():
                self._seat(body.seat, Seat(body.name, body.person, shape=body.shape))
                self._hold(body.seat, body.person)
                self.resigned = tuple(seat for seat in self.resigned if seat != body.seat)
                self.seat_request = None
                self.deletion = frozenset()
                if self.status == TableStatus.ABANDONED:
                    self.status = TableStatus.OPEN if self.stage == "gathering" else TableStatus.RUNNING
            case SeatLeft():
                self._leave_seat(body)
            case SeatResigned():
                self._resign(body)
            case EndRequested():
                self.end_request = body
                if not body.agreed:
                    self.end_requested_at = self.version
            case EndedEarly():
                self.early = body.why
                if body.why == AGREEMENT:
                    self.notes = (*self.notes, (self.version, None))
            case StationsChosen():
                chosen = [(body.seat, city, route) for city, route in body.routes]
                self.stations = tuple(sorted([*self.stations, *chosen], key=lambda each: each[:2]))
                self.totals, self.ranks = body.totals, body.ranks
            case PersonForgotten():
                self._forget(body)
            case SeatRequested():
                self.seat_request = body
                if not body.agreed:
                    self.seat_requested_at = self.version
            case SeatRequestDropped():
                if body.seat is not None and self.seat_request is not None:
                    self.declined |= {self.seat_request.person}
                self.seat_request = None
            case SpectatorModerated():
                self._moderate(body)
            case DeletionAgreed():
                self.deletion |= {body.person}
            case BotSeated():
                name = body.name or level_name(body.level, body.seat)
                self._seat(body.seat, Seat(name, level=body.level, shape=body.shape))
            case ShapeChosen():
                self._seat(body.seat, replace(self.seats[body.seat], shape=body.shape))
            case SettingsChanged():
                self._change_settings(body)
            case SeatEmptied():
                self._seat(body.seat, Seat())
            case PlayerAway():
                self.last_away = self.version
                self._seat(body.seat, replace(self.seats[body.seat], away=body.why))
            case PlayerBack():
                self._seat(body.seat, replace(self.seats[body.seat], away=None))
            case DealStarted() | SeedCommitted() | CommitmentsFixed() | SeedOpened():
                self._continue_deal(body)
            case FallbackAsked() | FallbackAgreed() | DealFinished():
                self._continue_deal(body)
            case GameStarted():
                self.stage = "playing"
                self.players = body.players
                self.started = self.version
                self.changed = (self.version,) * len(self.seats)
            case UndoRequested():
                self.undo_request = body
                if not body.agreed:
                    self.undo_requested_at = self.version
            case UndoDropped():
                self.undo_request = None
            case Undone():
                self.undo_request = None
                self.undo_count += 1
                self.last_undo = self.version
                self.epoch = body.epoch
                self.changed = (self.version,) * len(self.seats)
            case GameEnded():
                self.seat_request = None
                self.totals, self.ranks = body.totals, body.ranks
                self.stage = "over"
                self.status = TableStatus.FINISHED
            case RematchOpened():
                self.rematch = body.code
            case _:
                pass

    def _moved(self, body: Moved) -> None:
        self.undo_request = None
        if body.choosing:
            self.changed = _replaced(self.changed, body.seat, self.version)
        else:
            self.changed = (self.version,) * len(self.seats)
        clock, left = self.settings.clock, self.time_left
        if clock is not None and left is not None and self.seats[body.seat].level is None:
            self.time_left = after_move(clock, left, body.seat, body.spent / 1000, body.by)

    def _change_settings(self, body: SettingsChanged) -> None:
        settings = self.settings = body.settings
        self.seats = (self.seats + (Seat(),) * settings.seats)[: settings.seats]
        names = dict(body.names)
        for seat, level in body.bots:
            name = names.get(seat) or level_name(level, seat)
            self._seat(seat, Seat(name, level=level, shape=self.seats[seat].shape))
        self.changed = (0,) * settings.seats
        self.time_left = _clocks(settings)

    def _leave_seat(self, body: SeatLeft) -> None:
        self.host = body.host
        self.seat_request = None
        # Once cards are dealt, a bot has to play on for the seat, under the old name.
        gathering = self.stage == "gathering"
        self._seat(body.seat, Seat() if gathering else Seat(self.seats[body.seat].name, away=LEFT))
        self._abandon_if_empty()

    def _forget(self, body: PersonForgotten) -> None:
        self.host = body.host
        if self.seat_request is not None and self.seat_request.person == body.person:
            self.seat_request = None
        for seat in body.seats:
            away = RESIGNED if self.seats[seat].away == RESIGNED else LEFT
            self._seat(seat, Seat() if self.stage == "gathering" else Seat(former_name(seat), away=away))
        if self.stage != "over":
            self._abandon_if_empty()

    def _resign(self, body: SeatResigned) -> None:
        self.host = body.host
        self.seat_request = None
        self.resigned = (*self.resigned, body.seat)
        self.notes = (*self.notes, (self.version, body.seat))
        if body.plays_on:
            self._seat(body.seat, Seat(self.seats[body.seat].name, away=RESIGNED))

    def _abandon_if_empty(self) -> None:
        if all(seat.person is None for seat in self.seats):
            self.status = TableStatus.ABANDONED

    def _hold(self, seat: int, person: int) -> None:
        if self.holders:
            others = tuple(each for each in self.holders[seat] if each != person)
            self.holders = _replaced(self.holders, seat, (*others, person))

    def _moderate(self, body: SpectatorModerated) -> None:
        person = {body.person}
        self.muted = self.muted - person if body.action == ALLOW else self.muted | person
        self.removed = self.removed | person if body.action == REMOVE else self.removed - person
        if self.seat_request is not None and self.seat_request.person in self.removed:
            self.seat_request = None

    def _continue_deal(self, body: DealBody) -> None:
        if isinstance(body, DealStarted):
            self.stage, self.status = "dealing", TableStatus.RUNNING
            self.holders = tuple(() if seat.person is None else (seat.person,) for seat in self.seats)
            settings = self.settings
            terms = Terms(
                body.table,
                settings.edition,
                body.rules,
                body.board,
                settings.seats,
                settings.first,
                body.house,
                body.method,
            )
            self.deal = DealState(terms, body.server, frozenset(body.waits_for), (None,) * settings.seats)
            return
        deal = self.deal
        assert deal is not None, "a deal starts with the server's commitment"
        match body:
            case SeedCommitted():
                commitments = _replaced(deal.commitments, body.seat, SeatCommitment(OWN, body.hash))
                self.deal = replace(deal, commitments=commitments, waits_for=deal.waits_for - {body.seat})
            case CommitmentsFixed():
                fixed = tuple(SeatCommitment(*each) for each in body.commitments)
                own = frozenset(n for n, each in enumerate(fixed) if each.who == OWN)
                none = frozenset[int]()
                self.deal = replace(deal, commitments=fixed, fixed=True, waits_for=own, asked=none, agreed=none)
            case SeedOpened():
                opened, waits_for = deal.opened | {body.seat}, deal.waits_for - {body.seat}
                self.deal = replace(deal, opened=opened, waits_for=waits_for)
            case FallbackAsked():
                self.deal = replace(deal, asked=frozenset(body.seats))
            case FallbackAgreed():
                self.deal = replace(deal, agreed=deal.agreed | {body.seat})
            case DealFinished():
                self.deal = replace(deal, fallbacks=body.fallbacks, dealt=True, waits_for=frozenset())

    def _seat(self, number: int, seat: Seat) -> None:
        if self.deal is not None and number in self.deal.agreed and self.seats[number].person != seat.person:
            # A consent is that of the person who gave it.
            self.deal = replace(self.deal, agreed=self.deal.agreed - {number})
        if self.stage != "gathering":
            # Pieces on the board keep their shape, no matter who plays them.
            seat = replace(seat, shape=self.seats[number].shape)
        self.seats = _replaced(self.seats, number, seat)

    def seats_of(self, identity: Identity | None) -> list[int]:
        """The seats of a person."""
        return [] if identity is None else [n for n, seat in enumerate(self.seats) if seat.person == identity.person]

    def has_part(self, person: int) -> bool:
        """Whether a person is the host or has a seat."""
        return person == self.host or any(seat.person == person for seat in self.seats)

    def held_by(self, person: int) -> list[int]:
        """The seats that a person has held in this game, so that they may know its cards."""
        return [n for n, holders in enumerate(self.holders) if person in holders]

    def may_come_back(self, seat: int) -> bool:
        """Whether a player who was absent may take over from the bot: coming and going must not fill the log."""
        return not self.room.full or self.changed[seat] > self.last_away

    def may_return(self, person: int, seat: int) -> bool:
        """Whether a person was the last to hold a seat, and has left it."""
        return bool(self.holders) and self.seats[seat].away == LEFT and self.holders[seat][-1:] == (person,)

    def asked_to_end(self, request: EndRequested) -> list[int]:
        """The seats that have to agree to end the game: those of all people but the one who asks."""
        asks = self.seats[request.seat].person
        return [seat for seat in self.people_seats if self.seats[seat].person != asks]

    @property
    def ending(self) -> Ending:
        """What was agreed on beside the moves, as far as the result depends on it."""
        return Ending(tuple(Resigned(seat, 0) for seat in self.resigned), self.early or "", self.stations)

    @property
    def people(self) -> set[int]:
        """The people who have a seat."""
        return {seat.person for seat in self.seats if seat.person is not None}

    @property
    def people_seats(self) -> list[int]:
        """The seats of people, in order."""
        return [n for n, seat in enumerate(self.seats) if seat.person is not None]

    @property
    def names(self) -> list[str]:
        """The names by seat."""
        return [seat.name for seat in self.seats]


def _replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _clocks(settings: TableSettings) -> Times | None:
    return None if settings.clock is None else full_clocks(settings.clock, settings.seats)


def opened(code: str, created: int, opened_by: str, body: Body) -> TableState:
    """The state of a table after its first entry."""
    assert isinstance(body, TableOpened), "the first entry of a log opens the table"
    state = TableState(code, created, body.settings, body.host)
    state.opened_by = opened_by
    state.version = 1
    return state
