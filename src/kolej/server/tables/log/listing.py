"""What lists show of a table, stored beside its log so that a list needs no log."""

import msgspec

from kolej.server.tables.log.seat import Seat
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.base import EarlyEnd
from kolej.server.wire.tables import TableSettings
from kolej.store.models import Listing, Table, TableStatus


class Summary(msgspec.Struct, frozen=True):
    """The stored summary of a table. It changes together with the log."""

    settings: TableSettings
    host: int
    seats: tuple[Seat, ...]
    opened_by: str = msgspec.field(name="made_by")
    """The idempotency key of the command that opened the table."""
    rematch: str | None = msgspec.field(name="next", default=None)
    deletion: tuple[int, ...] = ()
    """People who have agreed that the table is deleted."""
    early: EarlyEnd | None = None
    resigned: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    """Points and ranks of the seats, once the game is over; tables of older servers have none."""


def listing(before: TableState | None, after: TableState) -> Listing | None:
    """What changes in the lists together with new entries; nothing for most moves."""
    status = after.status if before is None or before.status != after.status else None
    summary = _summary(after)
    changed = before is None or _summary(before) != summary
    if status is None and not changed:
        return None
    listed = _listed(after) if before is None or _listed(before) != _listed(after) else None
    if not changed:
        return Listing(status, listed=listed)
    people = [seat.person for seat in after.seats]
    previous = [] if before is None else [seat.person for seat in before.seats]
    seats = {n: person for n, person in enumerate(people) if person != (previous[n] if n < len(previous) else None)}
    return Listing(status, summary_text(summary), seats or None, listed)


def _summary(state: TableState) -> Summary:
    return Summary(
        state.settings,
        state.host,
        state.seats,
        state.opened_by,
        state.rematch,
        tuple(sorted(state.deletion)),
        state.early,
        state.resigned,
        state.totals,
        state.ranks,
    )


def _listed(state: TableState) -> bool:
    """Whether the table is listed for everybody: anybody may join its game, which has not started."""
    free = any(seat.free for seat in state.seats)
    return state.status is TableStatus.OPEN and state.settings.open and free


def summary_text(summary: Summary) -> str:
    """A summary as it is stored."""
    return msgspec.json.encode(summary).decode()


def read_summary(text: str) -> Summary:
    """A stored summary."""
    return msgspec.json.decode(text, type=Summary)


def listed_state(table: Table) -> TableState:
    """The state of a table as far as lists show it, without reading its log."""
    summary = read_summary(table.settings)
    state = TableState(table.code, table.created, summary.settings, summary.host)
    state.opened_by = summary.opened_by
    state.seats = summary.seats
    state.rematch = summary.rematch
    state.totals, state.ranks = summary.totals, summary.ranks
    state.early = summary.early
    state.resigned = summary.resigned
    state.deletion = frozenset(summary.deletion)
    state.version = table.last
    state.status = table.status
    begun = table.status is TableStatus.RUNNING or any(seat.away for seat in summary.seats)
    state.stage = "over" if table.status is TableStatus.FINISHED else "playing" if begun else "gathering"
    return state
