"""Presence updates: everybody at a table sees who is online, at once while people come and go as people do.

A player whose socket opens and closes all the time would otherwise have the whole table sent to everybody each time.
"""

import asyncio
from collections.abc import Callable

from kolej.server.limits import Bucket
from kolej.server.tables.broadcast.subscribers import Subscriber
from kolej.server.time import Time

BURST, PER_SECOND = 6, 2.0
"""Updates of one table that are sent at once, and in a second after that. Changes in between share the next one."""


class PresenceUpdates:
    """Sends the table to its subscribers after people have come online or gone offline."""

    def __init__(self, time: Time, send: Callable[[Subscriber | None], None]) -> None:
        """`send` sends the table to everyone but one who has it."""
        self._time = time
        self._send = send
        self._bucket: Bucket | None = None
        """Made when it is first needed: most tables wait for people, and are many."""
        self._timer: asyncio.TimerHandle | None = None

    def changed(self, but: Subscriber | None = None) -> None:
        """Send the table to everyone but one, now or together with the next changes."""
        if self._timer is not None:
            return
        now = self._time.ticks()
        if self._bucket is None:
            self._bucket = Bucket(BURST, PER_SECOND, now)
        if self._bucket.take(now):
            self._send(but)
        else:
            self._timer = asyncio.get_running_loop().call_later(1 / PER_SECOND, self._send_late)

    def _send_late(self) -> None:
        self._timer = None
        if self._bucket is not None:
            self._bucket.take(self._time.ticks())
        self._send(None)
