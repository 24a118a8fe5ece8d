"""The hub of several processes: notifies each other of appends, and of who is present at tables.

A process sends what happens at a table to those others that have the table in memory, which it knows from their
`Following` and `Present` messages, and to the table's owner. What is lost, or comes from a process that does not know
yet who follows, is found by the versions in later messages, or by `polling.py`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from itertools import count
from time import monotonic
from weakref import WeakValueDictionary, finalize

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.revocation import Revocation
from kolej.server.cluster import messages
from kolej.server.cluster.membership import Membership
from kolej.server.cluster.messages import AnyMessage, ToTable
from kolej.server.cluster.outbox import ALL, Outbox
from kolej.server.logs import log_event
from kolej.server.tables.hub import FramesBySeat, Presence, TableListener
from kolej.server.tables.log.entries import CHAT, MOVED
from kolej.server.tables.log.redacted_events import EncodedEvents
from kolej.store.models import Entry, NewEntry

AT_ONCE = 32
"""Tables that are looked at before other tasks get their turn."""
PLAY = (MOVED, CHAT)
"""Kinds of entries that only those want who show the game to somebody, or have background work that depends on it."""
TABLES_IN_MESSAGE = 500
"""Tables that one message names."""
REFRESHED_IN_MESSAGE = 150
"""The same with their versions: a message of PostgreSQL is short."""
REPEATED_SECONDS = 60.0
"""Seconds for which `Rewritten` is repeated: neither a later message nor a poll makes up for it."""

Revoked = Callable[[Revocation], None]
Load = Callable[[str], Awaitable[object]]


@dataclass(slots=True)
class Follower:
    """Another process that has a table in memory which this one has too."""

    wants_moves: bool = True
    number: int = -1
    """That of its last `Present` message."""
    views: tuple[int | None, ...] = ()
    """The seats that its sockets show, if it wants the frames of moves for them."""


class ClusterHub:
    """Connects the tables of this process with those of others."""

    def __init__(self, membership: Membership, outbox: Outbox) -> None:
        self._membership = membership
        self._outbox = outbox
        self._tables: WeakValueDictionary[int, TableListener] = WeakValueDictionary()
        self._followers: dict[int, dict[int, Follower]] = {}
        """Other processes that have a table in memory, by table and process."""
        self._numbers = count(1)
        self._sent: dict[int, int] = {}
        """The number of the last `Present` of each table."""
        self._changed: dict[int, None] = {}
        """Tables at which somebody has come or gone, in order."""
        self._presence_changed = asyncio.Event()
        self._rewritten: dict[int, float] = {}
        """When the log of a table was last rewritten by this process, for a while."""
        self._loading: set[asyncio.Task[object]] = set()
        self.load: Load | None = None
        """Loads a table by its code."""
        self.revoked: Revoked | None = None
        """Closes the sockets of tokens that another process has revoked."""
        self._closed = False
        self.received = 0
        """Messages since the start."""

    # For tables

    def follow(self, table: int, listener: TableListener) -> None:
        """Notify a table of what other processes do, for as long as something else refers to it."""
        self._tables[table] = listener
        self._followers[table] = {}
        finalize(listener, self._unfollow, table).atexit = False
        self._outbox.send((ALL,), messages.Following(self.node, [table], True))
        self.announce_presence(table)

    def owns(self, table: int) -> bool:
        """Whether this process does the background work of a table."""
        return self._membership.owns(table)

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
        followers = self._followers.get(table)
        if not followers:
            return
        to_all = any(entry.kind not in PLAY for entry in entries)
        nodes = []
        for node, follower in followers.items():
            if not (to_all or follower.wants_moves):
                continue
            if frames is None or not follower.views:
                nodes.append(node)
                continue
            wanted = [(seat, frames[seat]) for seat in follower.views]
            self._outbox.send((node,), messages.appended(self.node, table, after, entries, None, wanted))
        if nodes:
            self._outbox.send(nodes, messages.appended(self.node, table, after, entries, events))

    def announce_rewritten(self, table: int) -> None:
        """Names in the log of a table were replaced."""
        self._rewritten[table] = monotonic()
        self._outbox.send((ALL,), messages.Rewritten(self.node, table))

    def announce_deleted(self, table: int) -> None:
        """A table was deleted."""
        self._outbox.send((ALL,), messages.Deleted(self.node, table))

    def announce_presence(self, table: int) -> None:
        """Somebody has come to a table or left it; or its game has begun."""
        self._changed[table] = None
        self._presence_changed.set()

    def announce_revoked(self, revocation: Revocation) -> None:
        """Tokens were revoked."""
        self._outbox.send((ALL,), messages.Revoked(self.node, *astuple(revocation)))

    # For the cluster

    def close(self) -> None:
        """Send nothing any more."""
        self._closed = True

    @property
    def node(self) -> int:
        """The id of this process."""
        return self._membership.node

    @property
    def followed(self) -> list[int]:
        """The tables that have to be up to date at all times."""
        return [table for table, listener in list(self._tables.items()) if listener.follows]

    def receive(self, message: AnyMessage) -> None:
        """Handle a message of another process."""
        if message.node == self.node:
            return
        self.received += 1
        match message:
            case messages.Following():
                for table in message.tables:
                    self._followed(message.node, table, message.loaded)
            case messages.Refreshed() | messages.Missed() if message.to != self.node:
                pass
            case messages.Refreshed():
                self._compare(message)
            case messages.Missed():
                for table in message.tables:
                    if (listener := self._tables.get(table)) is not None:
                        self._outbox.send((message.node,), self._present(table, listener))
            case messages.Running():
                for table, code in message.tables:
                    self._take_over(table, code)
            case messages.Revoked():
                if self.revoked is not None:
                    self.revoked(Revocation(message.reason, message.token, message.person, message.but))
            case messages.Membership():
                self._membership.wake()
            case _:
                listener = self._tables.get(message.table)
                if listener is not None:
                    self._at_table(listener, message)

    def _at_table(self, listener: TableListener, message: ToTable) -> None:
        match message:
            case messages.Appended():
                frames = None if message.frames is None else dict(message.frames)
                listener.appended(message.after, message.read(), message.events, frames)
            case messages.Grown():
                listener.log_has_grown(message.last)
            case messages.Present():
                known = self._followers[message.table].get(message.node)
                follower = Follower(message.wants_moves, message.number, tuple(message.views))
                self._followers[message.table][message.node] = follower
                if known is None or (message.wants_moves and not known.wants_moves):
                    # It has not heard yet who is present here, or how far the log has grown.
                    self.announce_presence(message.table)
                listener.log_has_grown(message.version)
                people = {person: Identity(person, name, network) for person, name, network in message.people}
                listener.others_present(message.node, Presence(message.sockets, people))
            case messages.Unfollowed():
                self._forget(message.table, listener, message.node)
            case messages.Rewritten():
                listener.log_was_rewritten()
            case messages.Deleted():
                listener.was_deleted()

    def grown(self, table: int, last: int | None) -> None:
        """The store has the log of a table up to this entry; None if it does not have the table any more."""
        listener = self._tables.get(table)
        if listener is not None and last is None:
            listener.was_deleted()
        elif listener is not None and last is not None:
            listener.log_has_grown(last)

    async def membership_changed(self, left: Iterable[int]) -> None:
        """Some processes have come or gone: other tables are owned by this one."""
        for at, (table, listener) in enumerate(list(self._tables.items())):
            for node in left:
                self._forget(table, listener, node)
            listener.owner_changed()
            if at % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def read_again(self) -> None:
        """Read the logs of all tables that have to be up to date again: names in them may have been replaced."""
        for at, table in enumerate(self.followed):
            if (listener := self._tables.get(table)) is not None:
                listener.log_was_rewritten()
            if at % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def send_presence(self) -> None:
        """Announce who is present at tables where that has changed, until this is cancelled."""
        while True:
            await self._presence_changed.wait()
            self._presence_changed.clear()
            changed, self._changed = list(self._changed), {}
            for start in range(0, len(changed), AT_ONCE):
                self._send_presence(changed[start : start + AT_ONCE])
                await asyncio.sleep(0)

    async def refresh(self) -> None:
        """Announce again which tables are in memory, and what others should know: messages may have been lost."""
        tables = list(self._tables)
        for start in range(0, len(tables), TABLES_IN_MESSAGE):
            self._outbox.send((ALL,), messages.Following(self.node, tables[start : start + TABLES_IN_MESSAGE], False))
            await asyncio.sleep(0)
        for table, at in list(self._rewritten.items()):
            if monotonic() - at > REPEATED_SECONDS:
                del self._rewritten[table]
            else:
                self._outbox.send((ALL,), messages.Rewritten(self.node, table))
        for start in range(0, len(tables), REFRESHED_IN_MESSAGE):
            self._refresh(tables[start : start + REFRESHED_IN_MESSAGE])
            await asyncio.sleep(0)

    def _refresh(self, tables: Sequence[int]) -> None:
        nodes = self._membership.nodes
        known: dict[int, list[tuple[int, int, int]]] = {}
        for table in tables:
            listener = self._tables.get(table)
            if listener is None:
                continue
            followers = self._followers[table]
            for node in followers.keys() - nodes:
                # A message of it has come after its end.
                self._forget(table, listener, node)
            for node in followers:
                known.setdefault(node, []).append((table, listener.version, self._sent.get(table, 0)))
            owner = self._membership.owner(table)
            if listener.runs and owner != self.node and owner not in followers:
                self.announce_presence(table)
        for node, found in known.items():
            self._outbox.send((node,), messages.Refreshed(self.node, node, found))

    def _compare(self, message: messages.Refreshed) -> None:
        """Compare what another process says of tables with what is known here."""
        missed = []
        for table, version, number in message.tables:
            listener = self._tables.get(table)
            if listener is None:
                # It has left memory here, and the other one has not heard of that.
                self._outbox.send((message.node,), messages.Unfollowed(self.node, table))
                continue
            follower = self._followers[table].get(message.node)
            if follower is None or follower.number != number:
                missed.append(table)
            listener.log_has_grown(version)
        if missed:
            self._outbox.send((message.node,), messages.Missed(self.node, message.node, missed))

    def _forget(self, table: int, listener: TableListener, node: int) -> None:
        """Another process no longer has a table in memory."""
        self._followers[table].pop(node, None)
        listener.others_present(node, None)

    def _send_presence(self, tables: Sequence[int]) -> None:
        running: dict[int, list[tuple[int, str]]] = {}
        for table in tables:
            listener = self._tables.get(table)
            if listener is None:
                continue
            followers = self._followers[table]
            self._sent[table] = next(self._numbers)
            if followers:
                self._outbox.send(followers, self._present(table, listener))
            owner = self._membership.owner(table)
            if listener.runs and owner != self.node and owner not in followers:
                running.setdefault(owner, []).append((table, listener.code))
        for node, found in running.items():
            self._outbox.send((node,), messages.Running(self.node, found))

    def _present(self, table: int, listener: TableListener) -> messages.Present:
        presence = listener.presence
        people = [(each.person, each.name, each.network) for each in presence.people.values()]
        version, wants_moves, number = listener.version, listener.wants_moves, self._sent.get(table, 0)
        views = list(presence.views)
        return messages.Present(self.node, table, version, presence.sockets, people, wants_moves, number, views)

    def _followed(self, node: int, table: int, loaded: bool) -> None:
        """Another process has a table in memory; it may not know yet that this one has it too."""
        listener = self._tables.get(table)
        if listener is not None and (loaded or node not in self._followers[table]):
            self._followers[table][node] = Follower()
            self._outbox.send((node,), self._present(table, listener))

    def _unfollow(self, table: int) -> None:
        if table not in self._tables:
            followers = self._followers.pop(table, None)
            self._sent.pop(table, None)
            if followers and not self._closed:
                self._outbox.send(followers, messages.Unfollowed(self.node, table))

    def _take_over(self, table: int, code: str) -> None:
        """Load a table whose game another process has seen running, if this one owns it."""
        if self.owns(table) and table not in self._tables and self.load is not None:
            task = asyncio.ensure_future(self.load(code))
            self._loading.add(task)
            task.add_done_callback(self._loaded)

    def _loaded(self, task: asyncio.Task[object]) -> None:
        self._loading.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # The store is not available, or this process is ending. Whoever plays there says again that it runs.
            log_event("a table was not taken over", logging.DEBUG, error=type(error).__name__)
