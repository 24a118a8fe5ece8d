"""Seats: joining and leaving a table, putting bots on seats and making seats free."""

from collections.abc import Callable

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import checked_name, name_apart
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.actions import moderation, seat_requests
from kolej.server.tables.log.entries import BotSeated, SeatEmptied, SeatLeft, SeatTaken
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.seat import SUBSTITUTE
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.setup.bot_names import names_of_bots
from kolej.server.tables.setup.settings import checked_level
from kolej.server.tables.setup.shapes import check_not_taken, choose_shape
from kolej.server.tables.turn_times import TurnTimes
from kolej.server.wire.tables import Change


def join(state: TableState, identity: Identity, change: Change, times: TurnTimes) -> Batch:
    """Take a seat: the one that is named, or the lowest that is free. During a game others may have to agree."""
    moderation.check_not_removed(state, identity)
    if state.stage == "over":
        raise Refusal("over", "the game is over; ask for a rematch")
    if state.seats_of(identity) and not state.settings.hot_seat:
        raise Refusal("seated")
    if state.stage != "gathering":
        return seat_requests.take_left_seat(state, identity, change, times)
    free = _free_seats(state)
    if not free:
        raise Refusal("full")
    seat = free[0] if change.seat is None else change.seat
    if seat >= len(state.seats):
        raise permissions.no_such_seat(state, seat)
    if seat not in free:
        raise Refusal("taken", f"seat {seat} is taken; free are {', '.join(map(str, free))}")
    check_not_taken(state, seat, change.shape)
    others = [other.name for n, other in enumerate(state.seats) if n != seat]
    name = name_apart(checked_name(change.name or identity.name), others)
    return Batch([SeatTaken(seat, identity.person, name, change.shape)])


def leave(state: TableState, identity: Identity, change: Change) -> Batch:
    """Leave the seat that is named, or all seats of the person. Another person becomes host if the host leaves.

    A person without a seat withdraws their request for one.
    """
    if state.stage == "over":
        raise Refusal("over", "the game is over; there is nothing to leave")
    mine = state.seats_of(identity)
    if change.seat is not None and change.seat not in mine:
        raise Refusal("not-your-seat", f"seat {change.seat} is not yours")
    if not mine:
        withdrawn = seat_requests.withdraw(state, identity)
        if withdrawn is None:
            raise Refusal("no-seat")
        return withdrawn
    leaving = mine if change.seat is None else [change.seat]
    staying = [seat.person for n, seat in enumerate(state.seats) if seat.person is not None and n not in leaving]
    host = state.host
    if identity.person == host and identity.person not in staying and staying:
        host = staying[0]
    return Batch([SeatLeft(seat, host) for seat in leaving])


def put_bot(state: TableState, identity: Identity, change: Change) -> Batch:
    """Put a bot on a free seat: the one that is named, or the lowest."""
    permissions.host_only(state, identity)
    permissions.before_start(state)
    free = _free_seats(state)
    if not free:
        raise Refusal("full", "every seat is taken; make one free first")
    seat = free[0] if change.seat is None else change.seat
    if seat >= len(state.seats):
        raise permissions.no_such_seat(state, seat)
    if seat not in free:
        raise Refusal("taken", f"seat {seat} is taken; make it free first")
    check_not_taken(state, seat, change.shape)
    level = checked_level(change.level or SUBSTITUTE)
    names = names_of_bots({seat: level}, [other.name for other in state.seats], state.code)
    return Batch([BotSeated(seat, level, change.shape, names.get(seat))])


def make_free(state: TableState, identity: Identity, change: Change) -> Batch:
    """Remove a bot or a person from a seat."""
    permissions.host_only(state, identity)
    permissions.before_start(state)
    if change.seat is None:
        raise Refusal("bad-command", "say which seat is to be made free")
    if change.seat >= len(state.seats):
        raise permissions.no_such_seat(state, change.seat)
    if state.seats[change.seat].free:
        raise Refusal("bad-command", f"seat {change.seat} is free already")
    return Batch([SeatEmptied(change.seat)])


def _free_seats(state: TableState) -> list[int]:
    return [n for n, seat in enumerate(state.seats) if seat.free]


SEAT_CHANGES: dict[str, Callable[[TableState, Identity, Change], Batch]] = {
    "leave": leave,
    "bot": put_bot,
    "empty": make_free,
    "shape": choose_shape,
}
"""Changes of seats that depend only on the state, by their name in the HTTP API."""
