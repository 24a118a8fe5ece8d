"""The connection to PostgreSQL over which processes find each other: one of its own, so that no load delays it."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import asyncpg

from kolej.server.logs import log_event
from kolej.store.errors import InUse
from kolej.store.postgres.connections import SERVER_LOCK, SESSION, notice_cuts, without_password
from kolej.store.postgres.errors import is_lost, opening_error

TIMEOUT = 3.0
"""Seconds after which a statement counts as lost, or an attempt to connect: others count this process as dead soon."""
RETRY_PAUSE = 0.5
CHANNEL = "kolej"
NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
MAX_PAYLOAD = 7900
"""Bytes that one NOTIFY takes, about."""

UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    InUse,
)
"""Errors after which a statement may be tried again later."""


class ClusterDatabase:
    """A connection that is made again when it is lost, and the notifications that arrive over it."""

    def __init__(self, url: str, received: Callable[[str], None], reconnected: Callable[[float], None]) -> None:
        """`reconnected` is called with the seconds for which notifications may have been missed."""
        self._url = url
        self._received = received
        self._reconnected = reconnected
        self._connection: Any = None
        self._lock = asyncio.Lock()
        self._outgoing: list[tuple[str, bool]] = []
        self._heard = monotonic()
        """When the connection was last known to work."""
        self._waiting = asyncio.Event()

    async def open(self) -> None:
        """Connect. InUse if the database is being copied, which no server may disturb."""
        try:
            await self._connect()
        except UNAVAILABLE as error:
            raise opening_error(error, without_password(self._url)) from error

    async def close(self) -> None:
        """Send what waits, and close the connection."""
        with suppress(*UNAVAILABLE):
            await self._send_waiting()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def fetch(self, query: str, *args: object, timeout: float = TIMEOUT) -> list[Any]:
        """Run a statement and return its rows. Raises one of `UNAVAILABLE` if the database does not answer."""
        async with self._lock:
            if self._connection is None or self._connection.is_closed():
                await self._connect()
                self._reconnected(monotonic() - self._heard)
            try:
                rows: list[Any] = await self._connection.fetch(query, *args, timeout=timeout)
                self._heard = monotonic()
                return rows
            except BaseException as error:
                if is_lost(error) and self._connection is not None:
                    self._connection.terminate()
                raise

    def notify(self, payload: str, keep: bool = False) -> None:
        """Send a notification to all processes, with `keep` until it is sent; several that wait share a statement."""
        self._outgoing.append((payload, keep))
        self._waiting.set()

    async def send_notifications(self) -> None:
        """Send notifications until this is cancelled. Hints that can't be sent are dropped."""
        while True:
            await self._waiting.wait()
            try:
                await self._send_waiting()
            except UNAVAILABLE as error:
                log_event("notifications were lost", logging.DEBUG, error=type(error).__name__)
                await asyncio.sleep(RETRY_PAUSE)

    async def _send_waiting(self) -> None:
        self._waiting.clear()
        outgoing, self._outgoing = self._outgoing, []
        if not outgoing:
            return
        try:
            await self.fetch(NOTIFY, CHANNEL, [payload for payload, _ in outgoing])
        except BaseException:
            kept = [each for each in outgoing if each[1]]
            self._outgoing[:0] = kept
            if kept:
                self._waiting.set()
            raise

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self._url, timeout=TIMEOUT, server_settings=SESSION)
        try:
            notice_cuts(connection)
            # `kolej migrate` takes the same lock for itself alone.
            if not await connection.fetchval("SELECT pg_try_advisory_lock_shared($1)", SERVER_LOCK):
                raise InUse(f"{without_password(self._url)}: `kolej migrate` copies this database; wait until it ends")
            await connection.add_listener(CHANNEL, self._notified)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        log_event("connected to other processes", logging.DEBUG, database=without_password(self._url))

    def _notified(self, connection: Any, process: int, channel: str, payload: str) -> None:
        self._received(payload)
