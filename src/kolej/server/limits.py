"""Rate limits (token buckets) and limits of concurrent sockets, by person and by network address."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic

from kolej.server.errors import Refusal
from kolej.server.settings import Settings

MAX_KEYS = 20_000
"""Keys that a rate limit remembers; the least recently used is dropped, its bucket being full again by then."""


class Bucket:
    """A token bucket: a burst of `capacity`, refilled at `rate` per second."""

    __slots__ = ("_capacity", "_rate", "_tokens", "_updated")

    def __init__(self, capacity: float, rate: float, now: float) -> None:
        self._capacity = capacity
        self._rate = rate
        self._tokens = capacity
        self._updated = now

    def take(self, now: float) -> bool:
        """Take a token; False if there is none."""
        self._tokens = min(self._capacity, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Return a token that was not used."""
        self._tokens = min(self._capacity, self._tokens + 1)


class RateLimit:
    """A token bucket for each key: `limit` requests in a period, which may all come at once."""

    def __init__(self, limit: int, seconds: float, reason: str, clock: Callable[[], float] = monotonic) -> None:
        self.limit = limit
        self.seconds = seconds
        self.reason = reason
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable) -> None:
        """Count a request of this key, or refuse it."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.limit, self.limit / self.seconds, now)
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take(now):
            wait = max(1, round(self.seconds / self.limit))
            raise Refusal("too-many", f"{self.reason}; try again in {wait} seconds or more")

    def give_back(self, key: Hashable) -> None:
        """Uncount a request of this key."""
        if key in self._buckets:
            self._buckets[key].give_back()


class ConcurrencyLimit:
    """How many sockets each key may have open at once."""

    def __init__(self, limit: int, reason: str) -> None:
        self.limit = limit
        self.reason = reason
        self._open: dict[Hashable, int] = {}

    def enter(self, key: Hashable) -> None:
        """Count one more for this key, or refuse it."""
        count = self._open.get(key, 0)
        if count >= self.limit:
            raise Refusal("too-many", self.reason)
        self._open[key] = count + 1

    def leave(self, key: Hashable) -> None:
        """Count one less for this key."""
        left = self._open[key] - 1
        if left:
            self._open[key] = left
        else:
            del self._open[key]


class Limits:
    """Every limit of a server."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        hour, ten_minutes = 3600.0, 600.0
        self.tables = RateLimit(settings.tables_per_hour, hour, "too many tables were opened from your address", clock)
        self.guests = RateLimit(settings.guests_per_hour, hour, "too many people came from your address", clock)
        self.tokens = RateLimit(20, hour, "you have made many tokens", clock)
        self.accounts = RateLimit(settings.guests_per_hour, hour, "too many accounts came from your address", clock)
        # The limit by name alone is loose, so that a stranger can't lock its owner out for long.
        self.logins = RateLimit(settings.logins, ten_minutes, "too many wrong passwords", clock)
        self.logins_of_name = RateLimit(settings.logins * 20, ten_minutes, "too many wrong passwords", clock)
        self.logins_of_address = RateLimit(settings.logins * 5, ten_minutes, "too many wrong passwords", clock)
        self.person_sockets = ConcurrencyLimit(
            settings.sockets_per_person, f"you have {settings.sockets_per_person} tables open; close one of them first"
        )
        self.address_sockets = ConcurrencyLimit(
            settings.sockets_per_address, "your address has too many tables open; close one of them first"
        )


def client_network(address: str) -> str:
    """The network that limits count as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
