"""Whose choice has been due, and since when: what time to think, pace and patience are measured from."""

from collections.abc import Sequence

from kolej.engine.game import Game
from kolej.server.tables.log import clocks
from kolej.server.tables.log.entries import Began, Body, Dealing, Fixed, Moved, Undone
from kolej.server.tables.log.table_state import Course
from kolej.server.time import Time


class Turns:
    """Times by the steady clock. They are not in the log: after a restart, whatever is due is due from then."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self.since = time.ticks()
        """When the game, or its deal, last went on."""
        self.due: dict[int, float] = {}
        """Since when each seat that is due has been."""

    def note(self, game: Game | None, bodies: Sequence[Body]) -> None:
        """The game has gone on by these entries, if they are of a game."""
        now = self._time.ticks()
        moved = list[int]()
        for body in bodies:
            if isinstance(body, Moved | Undone):
                moved.append(body.seat)
                self.since = now
            elif isinstance(body, Began | Dealing | Fixed):
                self.since = now
        seats = [] if game is None else game.to_act()
        self.due = {seat: now if seat in moved else self.due.get(seat, now) for seat in seats}

    def spent(self, seat: int) -> float:
        """Seconds that a seat has thought about its choice."""
        now = self._time.ticks()
        return max(0.0, now - self.due.get(seat, now))

    def clock(self, course: Course, seat: int) -> tuple[float | None, bool]:
        """The seconds that a person's seat has left, None where there are no clocks; and whether its choice is due."""
        if course.left is None or course.seats[seat].level is not None:
            return None, seat in self.due
        return clocks.remaining(course.left, seat, self.spent(seat)), seat in self.due
