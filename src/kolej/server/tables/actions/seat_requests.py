"""Seat requests: who may take a seat that somebody has left during a game.

A seat comes with its cards, so it must not be a way to look at them:

- the last person who held a seat may return to it at any time, without asking;
- a person who has held a seat of this game may never take another one;
- a person who has resigned has to ask like others;
- everybody else asks, and gets the seat when everyone who has a seat agrees, whether they are there or not. Before
  that, the person who left has some minutes to come back.
"""

import msgspec

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import checked_name, name_apart
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import LEFT, RESIGNED, SeatRequestDropped, SeatRequested, SeatTaken
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.turn_times import TurnTimes
from kolej.server.wire.commands import Agree
from kolej.server.wire.tables import Change

TIMEOUT = 60.0
"""Seconds until a request that is not answered is dropped. After a restart they start again."""
PRIORITY_MINUTES = 5
"""How long a seat waits for the person who left it, before others may ask for it."""


def take_left_seat(state: TableState, identity: Identity, change: Change, times: TurnTimes) -> Batch:
    """Return to a seat that the person has left, or ask for one that somebody else has left."""
    left = [n for n, each in enumerate(state.seats) if each.away in (LEFT, RESIGNED)]
    if not left:
        raise Refusal("started", "the game has begun and nobody has left; you can watch it")
    seat = _wanted(state, identity, change, left)
    others = [other.name for n, other in enumerate(state.seats) if n != seat]
    if state.may_return(identity.person, seat):
        wanted = change.name or state.seats[seat].name
        return Batch([SeatTaken(seat, identity.person, name_apart(checked_name(wanted), others))])
    name = name_apart(checked_name(change.name or identity.name), others)
    _check_may_ask(state, identity, seat, times)
    return Batch([SeatRequested(seat, identity.person, name)])


def _wanted(state: TableState, identity: Identity, change: Change, left: list[int]) -> int:
    """The seat that is named, or the first that the person may have."""
    held = state.held_by(identity.person)
    free = [n for n in left if n in held] if held else left
    if change.seat is None:
        if not free:
            raise Refusal("other-seat-held")
        return free[0]
    if change.seat >= len(state.seats):
        raise permissions.no_such_seat(state, change.seat)
    if change.seat not in left:
        raise Refusal("taken", f"seat {change.seat} is taken; left are {', '.join(map(str, left))}")
    if change.seat not in free:
        raise Refusal("other-seat-held")
    return change.seat


def _check_may_ask(state: TableState, identity: Identity, seat: int, times: TurnTimes) -> None:
    if not state.people:
        raise Refusal("seat-alone")
    if identity.person in state.declined:
        raise Refusal("seat-declined")
    if state.seat_request is not None:
        raise Refusal("seat-pending", params={"name": state.seat_request.name})
    if state.seats[seat].away == LEFT and times.left_for(seat) < PRIORITY_MINUTES * 60:
        raise Refusal("seat-reserved", params={"name": state.seats[seat].name, "minutes": PRIORITY_MINUTES})


def answer(state: TableState, identity: Identity, command: Agree) -> Batch:
    """Agree to a request, for all seats of the person, or refuse it."""
    permissions.own_seat(state, identity, command.seat)
    pending = state.seat_request
    if pending is None:
        raise Refusal("seat-not-asked")
    permissions.request_was_seen(command, state.seat_requested_at)
    if not command.agree:
        return Batch([SeatRequestDropped(command.seat)])
    agreed = {*pending.agreed, *state.seats_of(identity)}
    if agreed.issuperset(state.people_seats):
        return Batch([SeatTaken(pending.seat, pending.person, pending.name)])
    return Batch([msgspec.structs.replace(pending, agreed=tuple(sorted(agreed)))])


def withdraw(state: TableState, identity: Identity) -> Batch | None:
    """Withdraw the person's own request; None if there is none."""
    pending = state.seat_request
    return Batch([SeatRequestDropped(None)]) if pending is not None and pending.person == identity.person else None
