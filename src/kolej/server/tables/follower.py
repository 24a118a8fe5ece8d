"""Follower of a table: keeps it up to date with what other processes append to its log.

A table is followed while somebody is subscribed to it here, or while this process owns it and has background work there
that depends on moves. Where people play through other processes, are all online, and no clock runs, its owner has
nothing to do: it is not sent their moves, and reads the log when there is something to do, or when the table is used.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol
from weakref import ReferenceType

from kolej.server.tables.background import BackgroundTasks, where
from kolej.server.tables.broadcast.subscribers import Subscribers
from kolej.server.tables.context import TableContext
from kolej.server.tables.hub import FramesBySeat, Presence
from kolej.server.tables.log.entries import ENDED
from kolej.server.tables.log.follow import Received, catch_up, follow_at_once
from kolej.server.tables.log.journal import Journal, Written
from kolej.server.tables.log.redacted_events import EncodedEvents
from kolej.store.models import Entry, TableStatus

MOST_RECEIVED = 32
"""Appends of other processes that may wait until a command in progress has ended; the log has them all."""

_log = logging.getLogger("kolej.tables")


class FollowedTable(Protocol):
    """What a follower has its table do."""

    def publish(self, written: Written, late: bool = False) -> object:
        """Notify everybody here of a batch that is durable; `late` if it may have been written some time ago."""
        ...

    async def publish_missed(self, version: int, undo_was_requested: bool) -> None:
        """Send everybody here what they have missed since a version, after the whole log was read again."""
        ...

    def people_changed(self) -> None:
        """People with a seat have come online or gone offline at another process."""
        ...

    def dismiss_all(self) -> None:
        """Close everybody's socket: the table was deleted."""
        ...

    def keep_in_memory(self) -> None:
        """Stay in memory while the game is running and this process owns the table."""
        ...

    def leave_memory(self) -> None:
        """Stay in memory only while something else refers to it."""
        ...

    def wake(self) -> None:
        """Look for background work."""
        ...


class TableFollower:
    """The listener of one table at the hub. It does not keep its table in memory."""

    def __init__(
        self,
        context: TableContext,
        journal: Journal,
        subscribers: Subscribers,
        background: BackgroundTasks,
        lock: asyncio.Lock,
        table: ReferenceType[FollowedTable],
    ) -> None:
        self._context = context
        self._journal = journal
        self._subscribers = subscribers
        self._background = background
        self._lock = lock
        self._table = table
        self._received: Received = {}
        self.wants_moves = True
        """Whether other processes are asked to send moves. What else they append, they send in any case."""
        self._forwards = False
        """Whether moves need only be shown here, by frames that their writers have made, and can be applied later."""

    @property
    def code(self) -> str:
        """The code of the table."""
        return self._journal.code

    @property
    def version(self) -> int:
        """The number of the last entry that it knows."""
        return self._journal.version

    @property
    def runs(self) -> bool:
        """Whether its game is being played."""
        return self._journal.applied.status is TableStatus.RUNNING

    @property
    def presence(self) -> Presence:
        """Who follows it through this process."""
        return self._subscribers.presence(self._journal.applied.people, self._forwards)

    @property
    def follows(self) -> bool:
        """Whether the table has to be up to date at all times, and not only when it is next used."""
        return self._background.needs_log

    def update(self) -> None:
        """Begin or cease to follow, or to forward, after anything that these depend on has changed."""
        follows = self.follows
        # Without others there is nothing to forward, and a single process need not find out.
        forwards = follows and self._subscribers.elsewhere and not self._background.needs_moves
        if follows is self.wants_moves and forwards is self._forwards:
            return
        # Moves that were made meanwhile were not announced.
        self._journal.stale = self._journal.stale or (follows and not self.wants_moves)
        self.wants_moves, self._forwards = follows, forwards
        self._context.hub.announce_presence(self._journal.id)

    # Notices of the hub

    def appended(
        self,
        after: int,
        entries: Sequence[Entry],
        events: EncodedEvents | None = None,
        frames: FramesBySeat | None = None,
    ) -> None:
        """Another process has appended these entries after that number."""
        journal, table = self._journal, self._table()
        if table is None or after + len(entries) <= journal.version:
            return
        if frames is not None and self._forward(after, entries, frames):
            return
        follows = self.follows
        if follows and not self._lock.locked():
            try:
                written = follow_at_once(journal, entries, events)
            except Exception as error:
                # Reading all of the log again shows what is wrong, if it is not this message.
                _log.warning("table %s could not follow another process: %s", self.code, where(error))
                journal.rewritten, written = True, None
            if written is not None:
                self._publish(table, written, late=False)
                return
        if not follows and entries[-1].kind == ENDED:
            # Nothing is left to do. The log is read if somebody comes to see the end of the game.
            journal.stale = True
            table.leave_memory()
            return
        if len(self._received) < MOST_RECEIVED:
            self._received[after] = entries
        self._background.read_soon = self._context.hub.owns(self._journal.id)
        self.log_has_grown(after + len(entries))

    def _forward(self, after: int, entries: Sequence[Entry], frames: FramesBySeat) -> bool:
        """Show everybody here a move by frames that its writer has made, and leave it to be applied when needed."""
        # While a command is in progress, or somebody is being sent what they have missed, the state may not advance.
        if not self._forwards or self._lock.locked() or len(entries) != 1 or not self._journal.can_defer(after):
            return False
        if not self._subscribers.has_frames(frames):
            # Somebody has come, or shows another seat, since this process said which frames it wants.
            return False
        self._subscribers.send_by_seat(frames)
        self._journal.defer(entries[0])
        self._context.followed += 1
        return True

    def log_has_grown(self, last: int) -> None:
        """The log has entries up to this number."""
        if last > self._journal.version:
            self._journal.stale = True
            self._wake()

    def log_was_rewritten(self) -> None:
        """Another process has replaced names in the log."""
        self._journal.rewritten = True
        self._wake()

    def was_deleted(self) -> None:
        """Another process has deleted the table."""
        self._journal.deleted = True
        if (table := self._table()) is not None:
            table.dismiss_all()

    def others_present(self, node: int, presence: Presence | None) -> None:
        """Who follows the table through another process; None if that one has ended."""
        subscribers, people = self._subscribers, self._journal.applied.people
        watched = bool(subscribers.everywhere)
        changed = subscribers.others_present(node, presence, self._context.time.ticks(), people)
        if changed & people and (table := self._table()) is not None:
            table.people_changed()
        # A game of bots goes on for somebody without a name too.
        if changed or bool(subscribers.everywhere) != watched:
            self._wake()
        else:
            self.update()

    def owner_changed(self) -> None:
        """This process may own the table from now on, or no longer."""
        if (table := self._table()) is not None:
            table.keep_in_memory()
            table.wake()

    # For the table

    async def read_on(self) -> None:
        """Make the journal up to date, and send everyone what other processes have written. The lock must be held."""
        journal, table = self._journal, self._table()
        if table is None or journal.is_ready():
            return
        # Again if more was announced meanwhile.
        while journal.stale and not journal.rewritten and not journal.deleted:
            async for written in catch_up(journal, self._received):
                self._publish(table, written, late=True)
        self._background.read_soon = False
        version, request = journal.state.version, journal.state.undo_request
        if journal.rewritten:
            self._received.clear()
        await journal.make_ready()
        if journal.state.version > version:
            await table.publish_missed(max(version, journal.shown), request is not None)

    async def read_newest(self, seen: int | None) -> None:
        """As `read_on`, and also what was not announced here. The lock must be held.

        Moves are not announced where they are not wanted, and announcements can be lost. `seen` is the version that
        somebody has seen already, at another process.
        """
        if not self.wants_moves or (seen is not None and seen > self.version):
            self._journal.stale = True
        await self.read_on()

    async def refresh(self) -> None:
        """Read what other processes have appended to a table that does not follow its log."""
        async with self._lock:
            self._journal.stale = True
            await self.read_on()

    def _publish(self, table: FollowedTable, written: Written, late: bool) -> None:
        self._context.followed += 1
        table.publish(written, late)

    def _wake(self) -> None:
        if (table := self._table()) is not None:
            table.wake()
