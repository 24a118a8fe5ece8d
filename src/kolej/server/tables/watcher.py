"""Somebody who looks at a table through a socket."""

from typing import Protocol

from kolej.server.accounts.identity import Who


class Watcher(Protocol):
    """One socket."""

    who: Who | None
    """None for a stranger, who only watches."""
    seat: int | None
    """The seat that the table is looked at from; None for a spectator. The table sets it."""

    def send(self, frame: bytes) -> None:
        """Take a frame. Never blocks and never raises: a socket that is too slow is dropped by whoever made it."""
        ...
