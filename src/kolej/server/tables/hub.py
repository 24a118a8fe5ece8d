"""How tables hear that a log has grown.

One process has all tables today, and what it writes it knows. Several processes would share a store, and each would
tell the others through a hub: only that a log has grown, never what stands in it. The log stays the truth, so a hub
that loses a message costs time and no move.
"""

from collections.abc import Callable
from typing import Protocol

Heard = Callable[[int, int], None]
"""Called with the number of a table and the number of its last entry."""


class Hub(Protocol):
    """Carries word of logs that have grown."""

    def announce(self, table: int, last: int) -> None:
        """Tell everybody that the log of a table has grown up to this entry."""
        ...

    def listen(self, heard: Heard) -> None:
        """Ask to be told."""
        ...


class LocalHub:
    """A hub within one process."""

    def __init__(self) -> None:
        self._listening: list[Heard] = []

    def announce(self, table: int, last: int) -> None:
        """Tell everybody that the log of a table has grown up to this entry."""
        for heard in self._listening:
            heard(table, last)

    def listen(self, heard: Heard) -> None:
        """Ask to be told."""
        self._listening.append(heard)
