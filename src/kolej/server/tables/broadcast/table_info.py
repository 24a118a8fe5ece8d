"""A table as everyone sees it."""

from collections.abc import Callable
from typing import Literal, cast

from kolej.server.accounts.identity import Who
from kolej.server.tables.log.table_state import Course
from kolej.server.tables.setup.seats import Seat
from kolej.server.wire import SeatInfo, TableInfo

Ticking = Callable[[int], tuple[float | None, bool]]
"""The seconds that a seat has left, if there are clocks, and whether its choice is due."""


def info_of(
    course: Course,
    who: Who | None,
    there: Callable[[int | None], bool] = lambda person: False,
    clock_of: Ticking = lambda seat: (None, False),
    watchers: int = 0,
) -> TableInfo:
    """The table for one viewer."""
    settings = course.settings
    return TableInfo(
        code=course.code,
        edition=settings.edition,
        state=course.state.value,
        stage=cast(Literal["gathering", "dealing", "playing", "over"], course.stage),
        version=course.version,
        seats=[_seat(n, seat, who, there, clock_of) for n, seat in enumerate(course.seats)],
        host=who is not None and who.person == course.host,
        hot_seat=settings.hot_seat,
        open=settings.open,
        undo=settings.undo,
        pace=settings.pace,
        hints=settings.hints,
        clock=settings.clock,
        absent=settings.absent,
        created=course.created,
        watchers=watchers,
        next=course.next,
    )


def _seat(number: int, seat: Seat, who: Who | None, there: Callable[[int | None], bool], clock_of: Ticking) -> SeatInfo:
    left, due = clock_of(number)
    return SeatInfo(
        seat=number,
        kind="free" if seat.free else "person" if seat.person is not None else "bot",
        name=seat.name,
        yours=who is not None and seat.person == who.person,
        online=seat.person is not None and there(seat.person),
        absent=seat.away is not None,
        level=seat.bot,
        clock=None if left is None else round(left, 1),
        ticking=due,
    )
