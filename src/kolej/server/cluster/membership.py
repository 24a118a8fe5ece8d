"""Membership: which processes are alive, by a row of each in PostgreSQL that it renews, and by PostgreSQL's clock."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from kolej import __version__
from kolej.server.cluster.database import UNAVAILABLE, ClusterDatabase
from kolej.server.cluster.ownership import owner
from kolej.server.logs import log_event
from kolej.server.time import Time

HEARTBEAT = 2.0
"""Seconds between two heartbeats."""
DEAD_AFTER = 6.0
"""Seconds without a heartbeat after which others take over the tables of a process."""
MOST_OWNERS = 100_000
"""Tables whose owner is kept; all are forgotten when there are more."""
FORGOTTEN_AFTER = 60.0
"""Seconds after which its row is removed."""

BEAT = """
WITH renewed AS (
    INSERT INTO nodes VALUES ($1, $2, $3, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
), removed AS (
    DELETE FROM nodes WHERE id <> $1 AND seen < clock_timestamp() - $5 * interval '1 second'
)
SELECT id, name FROM nodes WHERE id <> $1 AND seen > clock_timestamp() - $4 * interval '1 second' ORDER BY id
"""
LEAVE = "DELETE FROM nodes WHERE id = $1"

Changed = Callable[[frozenset[int], frozenset[int]], None]
"""Called with the processes that have joined and those that have left."""


class Membership:
    """The live processes. Where PostgreSQL can't be reached, nothing changes: nobody can write anything either."""

    def __init__(self, database: ClusterDatabase, name: str, time: Time, changed: Changed) -> None:
        self.node = secrets.randbits(63)
        """The id of this process."""
        self.nodes: tuple[int, ...] = (self.node,)
        self._database = database
        self._name = name
        self._time = time
        self._changed = changed
        self._woken = asyncio.Event()
        self._owners: dict[int, int] = {}
        """Owners of tables, kept until a process comes or goes: they are asked for at every move."""

    def owner(self, table: int) -> int:
        """The process that owns a table."""
        found = self._owners.get(table)
        if found is None:
            if len(self._owners) >= MOST_OWNERS:
                self._owners.clear()
            found = self._owners[table] = owner(self.nodes, table)
        return found

    def owns(self, table: int) -> bool:
        """Whether this process owns a table."""
        return len(self.nodes) == 1 or self.owner(table) == self.node

    async def beat(self) -> None:
        """Renew the row of this process, and look at those of the others."""
        rows = await self._database.fetch(BEAT, self.node, self._name, __version__, DEAD_AFTER, FORGOTTEN_AFTER)
        before, self.nodes = frozenset(self.nodes), tuple(sorted((self.node, *(row["id"] for row in rows))))
        joined, left = frozenset(self.nodes) - before, before - frozenset(self.nodes)
        if joined or left:
            self._owners.clear()
            names = sorted(row["name"] for row in rows)
            log_event("the processes of this server have changed", others=", ".join(names), count=len(self.nodes))
            self._changed(joined, left)

    def wake(self) -> None:
        """Look at the others now."""
        self._woken.set()

    async def run(self) -> None:
        """Send heartbeats until this is cancelled."""
        while True:
            self._woken.clear()
            await self._time.wait(self._woken, HEARTBEAT)
            try:
                await self.beat()
            except UNAVAILABLE:
                # The store reports it; the next heartbeat tries again.
                continue

    async def leave(self) -> None:
        """Remove the row of this process, so that others take over at once."""
        with suppress(*UNAVAILABLE):
            await self._database.fetch(LEAVE, self.node)
