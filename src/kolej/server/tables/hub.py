"""Hub: notifies tables that a log has grown.

Today one process has all tables and knows what it writes. Several processes would share a store, and notify each other
through a hub: only that a log has grown, never what was written. The log stays the source of truth, so a lost
notification costs time, but no move.
"""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[int, int], None]
"""Called with the id of a table and the number of its last entry."""


class Hub(Protocol):
    """Notifies listeners of logs that have grown."""

    def announce(self, table: int, last: int) -> None:
        """Notify all listeners that the log of a table has grown up to this entry."""
        ...

    def listen(self, listener: Listener) -> None:
        """Add a listener."""
        ...


class LocalHub:
    """A hub within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def announce(self, table: int, last: int) -> None:
        """Notify all listeners that the log of a table has grown up to this entry."""
        for listener in self._listeners:
            listener(table, last)

    def listen(self, listener: Listener) -> None:
        """Add a listener."""
        self._listeners.append(listener)
