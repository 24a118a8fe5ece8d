"""Turn times: since when decisions have been due. `log/clocks.py` computes with the time that seats have left."""

from collections.abc import Iterable, Sequence

from kolej.engine.game import Game
from kolej.server.tables.log.clocks import Times
from kolej.server.tables.log.entries import (
    Body,
    CommitmentsFixed,
    DealStarted,
    EndRequested,
    GameStarted,
    Moved,
    SeatLeft,
    SeatRequested,
    Undone,
    UndoRequested,
)
from kolej.server.time import Time

SPARED_SECONDS = 2.0
"""Seconds of a clock that are never taken for the time before this process had the table, because the clocks of two
processes may differ a little. A clock that had less left at the last move starts again with that."""


class TurnTimes:
    """Since when decisions have been due, by the monotonic clock.

    A process that loads a table, or reads on later than others, derives that from the time at which the log went on, as
    far as this process was running then: no clock runs while the only server is down. Requests, deals and seats that
    were left get their full time again.
    """

    def __init__(
        self, time: Time, started: float, game: Game | None, due_at: int | None = None, left: Times | None = None
    ) -> None:
        """Times of a table in a process that started at `started`, by the monotonic clock.

        `due_at` is when the current decision became due, in milliseconds since 1970; `left` are the clocks.
        """
        self._time = time
        self._started = started
        self.since = time.ticks()
        """When the game or its deal last went on."""
        self.due: dict[int, float] = {}
        """The seats whose decision is due (`game.to_act()`), and since when."""
        self.undo_requested = self.since
        """When the pending undo was requested, or this server learned of it."""
        self.seat_requested = self.since
        """The same of the pending request for a seat."""
        self.end_requested = self.since
        """The same of the pending request to end the game."""
        self._left: dict[int, float] = {}
        self._left_before = self.since
        self._update(game, (), self.since)
        self._go_back(due_at, left)

    def reset(self, game: Game | None, due_at: int | None = None, left: Times | None = None) -> None:
        """Start again from the game after its log was read again, because another process has written to it."""
        now = self.undo_requested = self.seat_requested = self.end_requested = self._left_before = self._time.ticks()
        self._left.clear()
        self.due.clear()
        self._update(game, (), now)
        self._go_back(due_at, left)

    def note(self, game: Game | None, bodies: Sequence[Body], at: int | None = None, left: Times | None = None) -> None:
        """Update the times after entries were written; `game` is the game after them.

        `at` is when they were written, if that was not just now.
        """
        now = self._time.ticks()
        moved = list[int]()
        for body in bodies:
            if isinstance(body, Moved | Undone):
                moved.append(body.seat)
                self.since = now
            elif isinstance(body, GameStarted | DealStarted | CommitmentsFixed):
                self.since = now
            elif isinstance(body, UndoRequested) and not body.agreed:
                self.undo_requested = now
            elif isinstance(body, SeatRequested) and not body.agreed:
                self.seat_requested = now
            elif isinstance(body, EndRequested) and not body.agreed:
                self.end_requested = now
            elif isinstance(body, SeatLeft):
                self._left[body.seat] = now
        before = self.due
        self._update(game, moved, now)
        self._go_back(at, left, [seat for seat in self.due if self.due[seat] != before.get(seat)])

    def _go_back(self, at: int | None, left: Times | None, seats: Iterable[int] | None = None) -> None:
        """Let decisions be due since a time of the wall clock, as far as clocks allow."""
        if at is None:
            return
        # Processes on one database share its clock; but it may have been set meanwhile.
        now = self._time.ticks()
        ago = min(max(0.0, (self._time.now_ms() - at) / 1000), now - self._started)
        for seat in list(self.due) if seats is None else seats:
            most = ago if left is None else max(0.0, left[seat] - SPARED_SECONDS)
            self.due[seat] = now - min(ago, most)

    def _update(self, game: Game | None, moved: Sequence[int], now: float) -> None:
        seats = [] if game is None else game.to_act()
        self.due = {seat: now if seat in moved else self.due.get(seat, now) for seat in seats}

    def spent(self, seat: int) -> float:
        """Seconds since the decision of a seat became due."""
        now = self._time.ticks()
        return max(0.0, now - self.due.get(seat, now))

    def left_for(self, seat: int) -> float:
        """Seconds since a seat was left, or since this server learned of it."""
        return self._time.ticks() - self._left.get(seat, self._left_before)
