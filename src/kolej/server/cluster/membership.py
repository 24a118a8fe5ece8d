"""Membership: which processes are alive, by a row of each in PostgreSQL that it renews, and by PostgreSQL's clock."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from math import inf

from kolej import __version__
from kolej.server.cluster.database import UNAVAILABLE, ClusterDatabase
from kolej.server.cluster.ownership import owner
from kolej.server.logs import log_event
from kolej.server.time import SystemTime

HEARTBEAT = 2.0
"""Seconds between two heartbeats."""
DEAD_AFTER = 6.0
"""Seconds without a heartbeat after which others take over the tables of a process."""
MOST_OWNERS = 100_000
"""Tables whose owner is kept; all are forgotten when there are more."""
FORGOTTEN_AFTER = 60.0
"""Seconds after which its row is removed."""

BEAT_TIMEOUT = 1.5
"""Seconds after which a heartbeat counts as lost, and is sent again over a new connection: well before `DEAD_AFTER`."""
KEPT_AFTER_OUTAGE = HEARTBEAT + BEAT_TIMEOUT
"""Seconds after an outage of the database within which every live process has sent a heartbeat."""
RETRY_PAUSE = 0.5
"""Seconds between two heartbeats after the second one that was lost."""
CLOCK_ROUND_TRIP = 1.0
"""Seconds that a heartbeat may take whose answer sets the clock: it is wrong by half of that at most."""

BEAT = """
WITH renewed AS (
    INSERT INTO nodes VALUES ($1, $2, $3, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
), removed AS (
    DELETE FROM nodes WHERE id <> $1 AND seen < clock_timestamp() - $5 * interval '1 second'
), others AS (
    SELECT id, name, extract(epoch FROM clock_timestamp() - seen)::float8 AS age
    FROM nodes WHERE id <> $1 AND seen > clock_timestamp() - $4 * interval '1 second'
)
SELECT
    EXISTS (SELECT FROM nodes WHERE id = $1) AS known,
    ARRAY(SELECT id FROM others ORDER BY id) AS ids,
    ARRAY(SELECT age FROM others ORDER BY id) AS ages,
    ARRAY(SELECT name FROM others ORDER BY name) AS names,
    floor(1000 * extract(epoch FROM clock_timestamp()))::bigint AS now_ms
"""
"""All of it sees the rows from before: `known` is whether this process had one."""
LEAVE = "DELETE FROM nodes WHERE id = $1"

Changed = Callable[[frozenset[int], frozenset[int]], None]
"""Called with the processes that have joined and those that have left."""


class Membership:
    """The live processes, and the clock that they share, PostgreSQL's.

    Where PostgreSQL can't be reached, nothing changes: nobody can write anything either. When it is back, the others
    are as late as this process is, or their rows are gone after a crash; so they count as alive for a moment. One that
    had missed a heartbeat before is not given this time anew: its silence goes on where the outage began.
    """

    def __init__(self, database: ClusterDatabase, name: str, time: SystemTime, changed: Changed) -> None:
        self.node = secrets.randbits(63)
        """The id of this process."""
        self.nodes: tuple[int, ...] = (self.node,)
        self._database = database
        self._name = name
        self._time = time
        self._changed = changed
        self._woken = asyncio.Event()
        self._joined = False
        self._unsure = False
        """Whether the last heartbeat was lost."""
        self._keeps_until = -inf
        """Until then, no process counts as dead, except after the times in `_dead_at`."""
        self._dead_at: dict[int, float] = {}
        """When processes count as dead that had missed a heartbeat before the last outage."""
        self._silent: dict[int, float] = {}
        """For how long each of the others had sent no heartbeat when this process sent its last one, less outages."""
        self._beaten = 0.0
        """When that was."""
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
        asked = self._time.ticks()
        args = (self.node, self._name, __version__, DEAD_AFTER, FORGOTTEN_AFTER)
        try:
            (row,) = await self._database.fetch(BEAT, *args, timeout=BEAT_TIMEOUT)
        except BaseException:
            self._unsure = True
            raise
        now = self._time.ticks()
        if now - asked <= CLOCK_ROUND_TRIP or not self._time.shared:
            self._time.share(row["now_ms"], asked)
        outage = self._unsure or (self._joined and not row["known"])
        before, found = frozenset(self.nodes), frozenset((self.node, *row["ids"]))
        self._note_silence(before | found, dict(zip(row["ids"], row["ages"], strict=True)), now, outage)
        if outage:
            self._keeps_until = now + KEPT_AFTER_OUTAGE
            self._dead_at = {
                node: now + max(0.0, DEAD_AFTER - seconds)
                for node, seconds in self._silent.items()
                if seconds > KEPT_AFTER_OUTAGE
            }
        self._joined, self._unsure, self._beaten = True, False, now
        joined = found - before
        left = frozenset(node for node in before - found if now >= self._dead_at.get(node, self._keeps_until))
        if joined or left:
            self.nodes = tuple(sorted((before | found) - left))
            self._owners.clear()
            others = ", ".join(row["names"])
            log_event("the processes of this server have changed", others=others, count=len(self.nodes))
            self._changed(joined, left)

    def _note_silence(self, nodes: frozenset[int], ages: dict[int, float], now: float, outage: bool) -> None:
        """Count how long the others have been silent. During an outage nobody could be heard."""
        passed = 0.0 if outage else now - self._beaten
        self._silent = {
            node: min(ages.get(node, inf), self._silent.get(node, inf) + passed) for node in nodes if node != self.node
        }

    def wake(self) -> None:
        """Look at the others now."""
        self._woken.set()

    async def run(self) -> None:
        """Send heartbeats until this is cancelled."""
        pause, lost = HEARTBEAT, False
        while True:
            await self._time.wait(self._woken, pause)
            self._woken.clear()
            try:
                await self.beat()
            except UNAVAILABLE:
                # The store reports it. If only this connection was lost, the next one works.
                pause, lost = RETRY_PAUSE if lost else 0, True
            else:
                # One heartbeat when the next of them counts as dead.
                now = self._time.ticks()
                ends = [end - now for end in (self._keeps_until, *self._dead_at.values()) if end > now]
                pause, lost = min(HEARTBEAT, *ends) if ends else HEARTBEAT, False

    async def leave(self) -> None:
        """Remove the row of this process, so that others take over at once."""
        with suppress(*UNAVAILABLE):
            await self._database.fetch(LEAVE, self.node)
