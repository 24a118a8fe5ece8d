"""Refusals: error codes of the server with their HTTP statuses. A refused request has changed nothing."""

from kolej.engine.errors import IllegalMove, KolejError, Params
from kolej.locale import load

STATUS = {
    "bad-json": 400,
    "bad-command": 400,
    "name-empty": 400,
    "name-invisible": 400,
    "name-of-bot": 400,
    "same-name": 400,
    "chat-empty": 400,
    "too-long": 413,
    "no-token": 401,
    "wrong-password": 401,
    "wrong-old-password": 401,
    "wrong-origin": 403,
    "wrong-host": 421,
    "not-allowed": 403,
    "not-host": 403,
    "not-player": 403,
    "seats-free": 403,
    "has-account": 403,
    "no-account": 403,
    "not-your-seat": 403,
    "no-seat": 403,
    "muted": 403,
    "removed": 403,
    "unknown-table": 404,
    "unknown": 404,
    "stale": 409,
    "full": 409,
    "taken": 409,
    "seated": 409,
    "seat-occupied": 409,
    "seats-occupied": 409,
    "name-taken": 409,
    "shape-taken": 409,
    "other-seat-held": 409,
    "seat-reserved": 409,
    "seat-pending": 409,
    "seat-declined": 409,
    "seat-alone": 409,
    "seat-not-asked": 409,
    "not-spectator": 409,
    "chat-full": 409,
    "table-full": 409,
    "started": 409,
    "not-started": 409,
    "not-over": 409,
    "over": 409,
    "no-undo": 409,
    "undo-limit": 409,
    "undo-nothing": 409,
    "undo-pending": 409,
    "undo-not-asked": 409,
    "undo-alone": 409,
    "end-pending": 409,
    "end-not-asked": 409,
    "stations-chosen": 409,
    "no-hints": 409,
    "payment-in-parts": 409,
    "one-color": 409,
    "too-fast": 429,
    "too-many": 429,
    "damaged": 500,
    "no-board": 503,
    "storage": 503,
    "busy": 503,
}
"""The HTTP status of each code. 503 is for temporary failures: a full disk, a locked database, a shutdown. 500 is for a
damaged database, where another attempt does not help."""

REFUSED_MOVE = 409
"""The status of a move that the rules forbid. Its codes are those of `kolej.engine.moves.reasons`."""


class Refusal(KolejError):
    """A refused request or command: a code for programs, a reason for people, and the id of the rule behind it.

    `Refusal("name-taken", params={"name": "Ada"})` takes its English reason from the catalogue. `Refusal("bad-command",
    "seats must be a number")` has its own reason, which is more precise than the catalogue's, and no parameters.
    """

    def __init__(
        self, code: str, reason: str | None = None, rule: str | None = None, params: Params | None = None
    ) -> None:
        self.code = code
        self.rule = rule
        self.params = params if reason is not None else params or {}
        """What the catalogue's sentence for the code is about; None where only the English reason is complete."""
        self.reason = load().text(f"refused.{code}", self.params) if reason is None else reason
        super().__init__(self.reason)

    @property
    def status(self) -> int:
        """The HTTP status of its code."""
        return STATUS.get(self.code, REFUSED_MOVE)


def refused_move(error: IllegalMove) -> Refusal:
    """The refusal of a move that the rules forbid, with the engine's code."""
    return Refusal(error.code, error.reason, error.rule, error.params)
