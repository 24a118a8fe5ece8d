"""Table info: a table as one viewer sees it, live or in a list."""

from kolej.server.accounts.identity import Identity
from kolej.server.tables import deletion
from kolej.server.tables.broadcast.subscribers import Subscribers
from kolej.server.tables.log.clocks import remaining
from kolej.server.tables.log.seat import Seat, shapes_of
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.turn_times import TurnTimes
from kolej.server.wire.tables import EndRequest, SeatInfo, SeatRequest, TableInfo, TableNote
from kolej.shapes import Shape


def table_info(
    state: TableState,
    identity: Identity | None,
    subscribers: Subscribers | None = None,
    times: TurnTimes | None = None,
) -> TableInfo:
    """The table for one viewer. A table that is not in memory has no subscribers and no running clocks."""
    shapes = shapes_of(state.seats)
    return TableInfo(
        code=state.code,
        status=state.status.value,
        stage=state.stage,
        version=state.version,
        seats=[_seat(n, seat, shapes[n], state, identity, subscribers, times) for n, seat in enumerate(state.seats)],
        host=identity is not None and identity.person == state.host,
        settings=state.settings,
        created=state.created,
        subscribers=0 if subscribers is None else subscribers.everywhere,
        rematch=state.rematch,
        request=_request(state, identity),
        ending=_end_request(state),
        early=state.early,
        notes=[TableNote(version, "agreed" if seat is None else "resigned", seat) for version, seat in state.notes],
        deletion=deletion.consent_for(state, identity),
    )


def _request(state: TableState, identity: Identity | None) -> SeatRequest | None:
    pending = state.seat_request
    if pending is None:
        return None
    yours = identity is not None and identity.person == pending.person
    return SeatRequest(pending.seat, pending.name, yours, list(pending.agreed), state.people_seats)


def _end_request(state: TableState) -> EndRequest | None:
    pending = state.end_request
    return None if pending is None else EndRequest(pending.seat, list(pending.agreed), state.asked_to_end(pending))


def _seat(
    number: int,
    seat: Seat,
    shape: Shape,
    state: TableState,
    identity: Identity | None,
    subscribers: Subscribers | None,
    times: TurnTimes | None,
) -> SeatInfo:
    left = None
    if times is not None and state.time_left is not None and seat.level is None:
        left = round(remaining(state.time_left, number, times.spent(number)), 1)
    return SeatInfo(
        seat=number,
        kind="free" if seat.free else "person" if seat.person is not None else "bot",
        name=seat.name,
        yours=identity is not None and seat.person == identity.person,
        online=seat.person is not None and subscribers is not None and subscribers.online(seat.person),
        absent=seat.away is not None,
        shape=shape,
        level=seat.bot,
        clock=left,
        ticking=times is not None and number in times.due,
        can_return=identity is not None and state.may_return(identity.person, number),
        points=state.totals[number] if state.totals else None,
        rank=state.ranks[number] if state.ranks else None,
        resigned=number in state.resigned,
        shape_chosen=seat.shape is not None,
    )
