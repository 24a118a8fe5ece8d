"""Turn times: since when decisions have been due. `log/clocks.py` computes with the time that seats have left."""

from collections.abc import Sequence

from kolej.engine.game import Game
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


class TurnTimes:
    """Since when decisions have been due, by the monotonic clock.

    These times are not in the log: after a restart, whatever is due is due from then on.
    """

    def __init__(self, time: Time, game: Game | None) -> None:
        self._time = time
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

    def reset(self, game: Game | None) -> None:
        """Start again from the game after its log was read again, because another process has written to it."""
        now = self.undo_requested = self.seat_requested = self.end_requested = self._left_before = self._time.ticks()
        self._left.clear()
        self._update(game, (), now)

    def note(self, game: Game | None, bodies: Sequence[Body]) -> None:
        """Update the times after entries were written; `game` is the game after them."""
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
        self._update(game, moved, now)

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
