"""How much one person or address may ask for: buckets that fill with time, and counts of what is open."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic

from kolej.server.errors import Refusal
from kolej.server.settings import Settings

MOST_KEYS = 20_000
"""Addresses and names that are remembered; the longest unseen is forgotten first, and has a full bucket by then."""


class Bucket:
    """So many at once, and then so many a second."""

    __slots__ = ("_left", "_most", "_rate", "_seen")

    def __init__(self, most: float, rate: float, now: float) -> None:
        self._most = most
        self._rate = rate
        self._left = most
        self._seen = now

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Put back what was taken and not used."""
        self._left = min(self._most, self._left + 1)


class Allowance:
    """A bucket for each key: so many in a time, which may all be taken at once."""

    def __init__(self, most: int, seconds: float, what: str, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self.seconds = seconds
        self.what = what
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable) -> None:
        """Take one for this key, or refuse."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.most, self.most / self.seconds, now)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take(now):
            wait = max(1, round(self.seconds / self.most))
            raise Refusal("too-many", f"{self.what}; try again in {wait} seconds or more")

    def give_back(self, key: Hashable) -> None:
        """Put back what was taken and not used."""
        if key in self._buckets:
            self._buckets[key].give_back()


class Openings:
    """How many each key has open at once."""

    def __init__(self, most: int, what: str) -> None:
        self.most = most
        self.what = what
        self._open: dict[Hashable, int] = {}

    def enter(self, key: Hashable) -> None:
        """One more for this key, or refuse."""
        count = self._open.get(key, 0)
        if count >= self.most:
            raise Refusal("too-many", self.what)
        self._open[key] = count + 1

    def leave(self, key: Hashable) -> None:
        """One less."""
        left = self._open[key] - 1
        if left:
            self._open[key] = left
        else:
            del self._open[key]


class Limits:
    """Every limit of a server."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        hour, ten_minutes = 3600.0, 600.0
        self.tables = Allowance(settings.tables_per_hour, hour, "too many tables were opened from your address", clock)
        self.guests = Allowance(settings.guests_per_hour, hour, "too many people came from your address", clock)
        self.tokens = Allowance(20, hour, "you have made many tokens", clock)
        self.accounts = Allowance(settings.guests_per_hour, hour, "too many accounts came from your address", clock)
        # A name alone is guarded loosely, so that a stranger can't lock its owner out for long.
        self.logins = Allowance(settings.logins, ten_minutes, "too many wrong passwords", clock)
        self.logins_of_name = Allowance(settings.logins * 20, ten_minutes, "too many wrong passwords", clock)
        self.logins_of_address = Allowance(settings.logins * 5, ten_minutes, "too many wrong passwords", clock)
        self.person_sockets = Openings(
            settings.sockets_per_person, f"you have {settings.sockets_per_person} tables open; close one of them first"
        )
        self.address_sockets = Openings(
            settings.sockets_per_address, "your address has too many tables open; close one of them first"
        )


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv6 network of the size that one household gets, or an IPv4 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
