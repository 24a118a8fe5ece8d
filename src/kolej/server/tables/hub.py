"""Hub: how the processes of a server learn from each other what happens at tables.

Safety never depends on it: the store decides who has appended first. What a hub carries may be lost, which costs time
but no move, because a log can be read at any time. `LocalHub` is the hub of a server with one process;
`kolej.server.cluster` has the one of several.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kolej.server.accounts.identity import Identity
from kolej.server.tables.log.redacted_events import EncodedEvents
from kolej.store.models import Entry, NewEntry

FramesBySeat = Mapping[int | None, bytes]
"""A frame for each seat that shows a table, and one for spectators (None)."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who follows a table through one process."""

    sockets: int = 0
    people: Mapping[int, Identity] = field(default_factory=dict)
    """By person, those with a seat first; anonymous spectators have none."""
    views: tuple[int | None, ...] = ()
    """Seats that its sockets show, None for spectators, if it forwards ready frames of moves; otherwise none."""


class TableListener(Protocol):
    """A table in memory, as a hub sees it. Nothing here blocks or raises."""

    @property
    def code(self) -> str:
        """The code of the table."""
        ...

    @property
    def version(self) -> int:
        """The number of the last entry that it knows."""
        ...

    @property
    def runs(self) -> bool:
        """Whether its game is being played."""
        ...

    @property
    def follows(self) -> bool:
        """Whether the table has to be up to date at all times, and not only when it is next used."""
        ...

    @property
    def wants_moves(self) -> bool:
        """Whether other processes are asked to send moves. What else they append, they send in any case."""
        ...

    @property
    def presence(self) -> Presence:
        """Who follows it through this process."""
        ...

    def appended(
        self,
        after: int,
        entries: Sequence[Entry],
        events: EncodedEvents | None = None,
        frames: FramesBySeat | None = None,
    ) -> None:
        """Another process has appended these entries after that number; events are those of the move among them.

        `frames` are all that they lead to, if the process that has written them has made those.
        """
        ...

    def log_has_grown(self, last: int) -> None:
        """The log has entries up to this number."""
        ...

    def log_was_rewritten(self) -> None:
        """Another process has replaced names in the log."""
        ...

    def was_deleted(self) -> None:
        """Another process has deleted the table."""
        ...

    def others_present(self, node: int, presence: Presence | None) -> None:
        """Who follows the table through another process; None if that one has ended."""
        ...

    def owner_changed(self) -> None:
        """This process may own the table from now on, or no longer."""
        ...


class Hub(Protocol):
    """Connects the tables of this process with those of others."""

    def follow(self, table: int, listener: TableListener) -> None:
        """Notify a table of what other processes do, for as long as something else refers to it."""
        ...

    def owns(self, table: int) -> bool:
        """Whether this process does the background work of a table: clocks, bots, deals, substitute players.

        For a moment two processes may own a table, or none. Of two that write the same, the store refuses one.
        """
        ...

    def announce(
        self,
        table: int,
        after: int,
        entries: Sequence[NewEntry | Entry],
        events: EncodedEvents | None = None,
        frames: FramesBySeat | None = None,
    ) -> None:
        """These entries were appended after that number; events are those of the move among them.

        `frames` are all that they lead to, for any seat, if nothing else follows from them.
        """
        ...

    def announce_rewritten(self, table: int) -> None:
        """Names in the log of a table were replaced."""
        ...

    def announce_deleted(self, table: int) -> None:
        """A table was deleted."""
        ...

    def announce_presence(self, table: int) -> None:
        """Somebody has come to a table or left it; or its game has begun."""
        ...


class LocalHub:
    """The hub of a single process: it owns every table, and there is nobody to notify."""

    def follow(self, table: int, listener: TableListener) -> None:
        """Nothing happens elsewhere."""

    def owns(self, table: int) -> bool:
        """Yes."""
        return True

    def announce(
        self,
        table: int,
        after: int,
        entries: Sequence[NewEntry | Entry],
        events: EncodedEvents | None = None,
        frames: FramesBySeat | None = None,
    ) -> None:
        """There is nobody to notify."""

    def announce_rewritten(self, table: int) -> None:
        """There is nobody to notify."""

    def announce_deleted(self, table: int) -> None:
        """There is nobody to notify."""

    def announce_presence(self, table: int) -> None:
        """There is nobody to notify."""
