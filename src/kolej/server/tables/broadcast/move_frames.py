"""Frames of a move: made once for each seat that somebody shows, at this process or at another one."""

from collections.abc import Container

from kolej.engine.game import Game
from kolej.engine.record.endings import Ending
from kolej.server.tables.broadcast import frames
from kolej.server.tables.log.entries import Moved
from kolej.server.tables.log.journal import Written
from kolej.server.tables.log.redacted_events import RedactedEvents


class MoveFrames(dict[int | None, bytes]):
    """The frame of a move for each seat, and for spectators (None); made when it is first asked for."""

    def __init__(
        self, version: int, events: RedactedEvents, game: Game, due: Container[int | None], ending: Ending
    ) -> None:
        super().__init__()
        self._version = version
        self._events = events
        self._game = game
        self._due = due
        """The seats whose decision is due after the move."""
        self._ending = ending
        self._common: tuple[bytes, bytes] | None = None
        """What is the same in all of them: the seats whose decision is due, and the result."""

    def __missing__(self, seat: int | None) -> bytes:
        if self._common is None:
            self._common = frames.due(self._game), frames.result(self._game, self._ending)
        due, result = self._common
        legal = frames.legal(self._game, seat) if seat in self._due else frames.NULL
        frame = self[seat] = frames.events(self._version, self._events, seat, due, legal, result)
        return frame


def is_plain_move(written: Written) -> bool:
    """Whether a batch is a move that changes nothing of the table but the game, so that nothing else is sent.

    First tickets are no plain move: several seats choose them at once, each since a time of its own.
    """
    bodies, before = written.batch.bodies, written.before
    if len(bodies) != 1:
        return False
    (body,) = bodies
    pending = before.undo_request is not None or before.end_request is not None
    return isinstance(body, Moved) and not body.choosing and written.after.time_left is None and not pending
