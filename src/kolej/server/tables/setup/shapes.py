"""Shapes: the colour and shape of a seat's pieces, chosen before the game starts. Two seats never choose the same."""

from collections.abc import Mapping

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import ShapeChosen
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.tables import Change
from kolej.shapes import Shape


def choose_shape(state: TableState, identity: Identity, change: Change) -> Batch:
    """Choose the shape of your seat, or as the host that of a bot."""
    permissions.before_start(state)
    if change.shape is None:
        raise Refusal("bad-command", "say which shape the seat is to have")
    mine = state.seats_of(identity)
    seat = min(mine, default=None) if change.seat is None else change.seat
    if seat is None:
        raise Refusal("no-seat")
    if seat >= len(state.seats):
        raise permissions.no_such_seat(state, seat)
    if seat not in mine and not (identity.person == state.host and state.seats[seat].level is not None):
        raise Refusal("not-your-seat", f"seat {seat} is not yours")
    check_not_taken(state, seat, change.shape)
    return Batch([ShapeChosen(seat, change.shape)])


def check_not_taken(state: TableState, seat: int, shape: Shape | None) -> None:
    """Refuse a shape that somebody else has chosen. One that was only assigned to a seat is given up for it."""
    for number, other in enumerate(state.seats):
        if shape is not None and other.shape == shape and number != seat:
            raise Refusal("shape-taken", params={"name": other.name})


def checked_shapes(shapes: Mapping[str, Shape], seats: int) -> dict[int, Shape]:
    """The shapes of a new table by seat."""
    chosen: dict[int, Shape] = {}
    for key, shape in shapes.items():
        seat = permissions.seat_number(key, seats)
        if shape in chosen.values():
            raise Refusal("bad-command", f"two seats can't both have the shape {shape!r}; give them different ones")
        chosen[seat] = shape
    return chosen
