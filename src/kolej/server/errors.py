"""Why the server refuses a request or a command. Whatever is refused has changed nothing."""

from kolej.engine.errors import KolejError

STATUS = {
    "bad-json": 400,
    "bad-command": 400,
    "too-long": 413,
    "no-token": 401,
    "wrong-password": 401,
    "wrong-origin": 403,
    "not-allowed": 403,
    "not-your-seat": 403,
    "unknown-table": 404,
    "unknown": 404,
    "illegal": 409,
    "stale": 409,
    "not-your-turn": 409,
    "full": 409,
    "taken": 409,
    "started": 409,
    "not-started": 409,
    "not-over": 409,
    "over": 409,
    "no-undo": 409,
    "no-hints": 409,
    "too-fast": 429,
    "too-many": 429,
    "storage": 503,
    "busy": 503,
}
"""The HTTP status of each code. 503 is for what will pass: a full disk, a locked database, a server that shuts down."""


class Refusal(KolejError):
    """A request or a command that is refused: a code for programs, a reason for people, and the rule behind it."""

    def __init__(self, code: str, reason: str, rule: str | None = None) -> None:
        self.code = code
        self.reason = reason
        self.rule = rule
        super().__init__(reason)

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]
