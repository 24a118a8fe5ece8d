"""Rates: how often people may chat at a table and change it, beside the limits of their sockets and addresses."""

from kolej.server.errors import Refusal
from kolej.server.limits import Bucket
from kolej.server.time import Time

CHAT_BURST, CHATS_PER_SECOND = 10, 1.0
"""Messages of one person."""
SPECTATORS_BURST, SPECTATORS_PER_SECOND = 20, 2.0
"""Messages of all spectators together, so that players can be heard."""
CHANGE_BURST, CHANGES_PER_SECOND = 60, 0.2
"""Changes of seats and settings by one person, each of which is logged and sent to everyone."""
MOST_BUCKETS = 256
"""Buckets that are remembered; the least recently used is dropped, its bucket being full again by then."""


class TableRates:
    """The token buckets of one table, made when they are first needed."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._buckets: dict[tuple[str, int], Bucket] = {}

    def chat(self, person: int, spectator: bool) -> None:
        """Count a message, or refuse it."""
        self._take("chat", person, CHAT_BURST, CHATS_PER_SECOND, "you chat too fast; wait a moment")
        if spectator:
            reason = "spectators chat too fast at this table; wait a moment"
            self._take("spectators", 0, SPECTATORS_BURST, SPECTATORS_PER_SECOND, reason)

    def change(self, person: int) -> None:
        """Count a change, or refuse it."""
        self._take("change", person, CHANGE_BURST, CHANGES_PER_SECOND, "you change this table too often; wait a moment")

    def _take(self, what: str, person: int, burst: int, rate: float, reason: str) -> None:
        key, now = (what, person), self._time.ticks()
        # The bucket of all spectators is used most, so a crowd of guests does not push it out.
        bucket = self._buckets.pop(key, None) or Bucket(burst, rate, now)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take(now):
            raise Refusal("too-fast", reason)
