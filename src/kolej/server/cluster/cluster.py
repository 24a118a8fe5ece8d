"""The cluster: this process as one of several on one database, from its first heartbeat to its last."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from kolej.server.accounts.revocation import Revocation
from kolej.server.cluster import messages
from kolej.server.cluster.database import UNAVAILABLE, ClusterDatabase
from kolej.server.cluster.hub import REPEATED_SECONDS, ClusterHub
from kolej.server.cluster.membership import Membership
from kolej.server.cluster.outbox import ALL, NotifyTransport, Outbox, RedisTransport, channel
from kolej.server.cluster.ownership import MAINTENANCE
from kolej.server.cluster.polling import poll
from kolej.server.cluster.redis_connection import RedisConnection
from kolej.server.cluster.supervision import run_always
from kolej.server.logs import log_event, log_failure
from kolej.server.metrics import Metrics
from kolej.server.time import SystemTime

POLL = 1.5
"""Seconds between two searches for appends that were not announced, while messages go over PostgreSQL."""
POLL_BESIDE_REDIS = 5.0
"""The same while Redis carries the messages."""
REFRESH = 15.0
"""Seconds after which it is announced again which tables are in memory, and who is present there."""

REVOKED = """
SELECT given FROM unnest($1::bytea[]) AS given WHERE NOT EXISTS (SELECT FROM tokens WHERE hash = given)
"""


class Cluster:
    """This process among the others. `async with` joins them, and leaves them at the end."""

    def __init__(self, database: str, redis: RedisConnection | None, name: str, time: SystemTime) -> None:
        self._database = ClusterDatabase(database, self._notified, self._reconnected)
        self.membership = Membership(self._database, name, time, self._members_changed)
        self._redis = redis
        transports = () if redis is None else (RedisTransport(redis),)
        self._outbox = Outbox(*transports, NotifyTransport(self._database))
        self.hub = ClusterHub(self.membership, self._outbox)
        self._time = time
        self._poll_now = asyncio.Event()
        self._refresh_now = asyncio.Event()
        self._check_now = asyncio.Event()
        self._deaf = 0.0
        """Seconds for which notifications were missed."""
        self._owned_changed = asyncio.Event()
        self._left: set[int] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._load_owned: Callable[[], Awaitable[None]] | None = None
        self._wake_maintenance: Callable[[], None] | None = None
        self._tokens: Callable[[], list[bytes]] | None = None
        self.membership_changes = 0
        """How often processes have come or gone since the start."""

    def connect(
        self,
        load_owned: Callable[[], Awaitable[None]],
        load: Callable[[str], Awaitable[object]],
        revoked: Callable[[Revocation], None],
        tokens: Callable[[], list[bytes]],
        wake_maintenance: Callable[[], None],
    ) -> None:
        """Connect it with what it acts on: running tables that it owns, a table by its code, sockets, deletions.

        `tokens` returns the hashes of the tokens that sockets are open with.
        """
        self._load_owned, self._wake_maintenance, self._tokens = load_owned, wake_maintenance, tokens
        self.hub.load, self.hub.revoked = load, revoked

    def maintains(self) -> bool:
        """Whether this process does the maintenance of the whole server."""
        return self.membership.owns(MAINTENANCE)

    def add_metrics(self, metrics: Metrics) -> None:
        """Add gauges of the cluster."""
        metrics.add_gauge("kolej_nodes", "Live processes of the server.", lambda: len(self.membership.nodes))
        metrics.add_total("kolej_hub_sent_total", "Messages sent to other processes.", lambda: self._outbox.sent)
        metrics.add_total(
            "kolej_hub_received_total", "Messages received from other processes.", lambda: self.hub.received
        )
        metrics.add_total(
            "kolej_membership_changes_total", "How often processes have come or gone.", lambda: self.membership_changes
        )

    async def __aenter__(self) -> "Cluster":
        await self._database.open()
        if self._redis is not None:
            for node in (ALL, self.hub.node):
                await self._redis.subscribe(channel(node), self._published)
            self._redis.on_change(self._redis_changed)
        await self.membership.beat()
        self._outbox.send((ALL,), messages.Membership(self.hub.node))
        work: list[Callable[[], Coroutine[Any, Any, None]]] = [
            self.membership.run,
            self._database.send_notifications,
            self.hub.send_presence,
            self._refresh,
            self._poll,
            self._follow_membership,
            self._check_missed,
        ]
        self._tasks = [asyncio.create_task(run_always(each)) for each in work]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        await self.membership.leave()
        self._outbox.send((ALL,), messages.Membership(self.hub.node))
        self._outbox.flush()
        await self._database.close()

    def _notified(self, payload: str) -> None:
        with suppress(messages.Unreadable):
            self.hub.receive(messages.decode_text(payload))

    def _published(self, data: bytes) -> None:
        for message in messages.decode(data):
            self.hub.receive(message)

    def _redis_changed(self, available: bool) -> None:
        self._interrupted()

    def _reconnected(self, seconds: float) -> None:
        """Notifications were missed for some time."""
        self._deaf = max(self._deaf, seconds)
        self._check_now.set()
        self._interrupted()

    def _interrupted(self) -> None:
        """Messages may have been lost: look at the store, and announce everything again."""
        self._poll_now.set()
        self._refresh_now.set()

    def _members_changed(self, joined: frozenset[int], left: frozenset[int]) -> None:
        self._left |= left
        self._left -= joined
        if joined:
            # One that comes back, because it was silent for a while, has to learn again who follows what.
            self._refresh_now.set()
        self._owned_changed.set()

    async def _follow_membership(self) -> None:
        """Give up and take over tables whenever processes have come or gone, until this is cancelled."""
        while True:
            await self._owned_changed.wait()
            self._owned_changed.clear()
            left, self._left = self._left, set()
            self.membership_changes += 1
            await self.hub.membership_changed(left)
            if self._wake_maintenance is not None and self.maintains():
                self._wake_maintenance()
            try:
                if self._load_owned is not None:
                    await self._load_owned()
            except Exception as error:
                log_failure("not every table was taken over", error)
                self._owned_changed.set()
                await asyncio.sleep(POLL)

    async def _check_missed(self) -> None:
        """Look for revoked tokens and replaced names that were announced while nothing was received."""
        while True:
            await self._check_now.wait()
            self._check_now.clear()
            tokens = [] if self._tokens is None else self._tokens()
            try:
                for (token,) in await self._database.fetch(REVOKED, tokens):
                    if self.hub.revoked is not None:
                        self.hub.revoked(Revocation("you are logged out here; log in again", token))
            except UNAVAILABLE:
                self._check_now.set()
                await asyncio.sleep(POLL)
                continue
            deaf, self._deaf = self._deaf, 0.0
            if deaf > REPEATED_SECONDS - REFRESH:
                await self.hub.read_again()

    async def _refresh(self) -> None:
        while True:
            await self._time.wait(self._refresh_now, REFRESH)
            self._refresh_now.clear()
            await self.hub.refresh()

    async def _poll(self) -> None:
        while True:
            announced = self._redis is not None and self._redis.available
            await self._time.wait(self._poll_now, POLL_BESIDE_REDIS if announced else POLL)
            self._poll_now.clear()
            try:
                await poll(self._database, self.hub)
            except UNAVAILABLE as error:
                log_event("the database can't be polled", logging.DEBUG, error=type(error).__name__)
