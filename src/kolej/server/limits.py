"""Rate limits (token buckets) and limits of concurrent sockets, by person and by network address."""

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from functools import lru_cache
from time import monotonic
from typing import Protocol

from kolej.server.errors import Refusal
from kolej.server.settings import Settings

MAX_KEYS = 20_000
"""Keys that a rate limit remembers. The least recently used is dropped, and has a full bucket when it comes again: with
more networks than this one gets around limits by the hour. The /64 networks of one /48 have a limit together."""
WIDER = 4
"""How many times as much as one network a wider one may do, where limits count both."""
SOCKETS_AT_TABLE = 50
"""Sockets of one address at one table: a class may watch a game, but not a crowd that one client makes up."""
LIST_SHARE, LIST_BURST = 0.03, 0.3
"""The part of the event loop's time that lists of tables for one network may take, and the seconds at once."""
MAX_ADDRESS = 64
"""Characters of an address: one of IPv6 with a zone has fewer."""


Turn = Callable[[], AbstractAsyncContextManager[None]]
"""Waits until a piece of work may be done, and lets other tasks run after it."""


@asynccontextmanager
async def one_turn() -> AsyncIterator[None]:
    """A turn that nobody has to wait for."""
    yield
    await asyncio.sleep(0)


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

    def left(self, now: float) -> bool:
        """Whether there is a token, without taking it."""
        return self._tokens + (now - self._updated) * self._rate >= 1

    def give_back(self) -> None:
        """Return a token that was not used."""
        self._tokens = min(self._capacity, self._tokens + 1)


class SharedCounts(Protocol):
    """Counts that several servers share: `kolej.server.cluster.shared_limits.SharedLimits`. None is unknown."""

    async def take(self, limit: str, key: Hashable, size: int, seconds: float) -> bool | None: ...

    async def has(self, limit: str, key: Hashable, size: int, seconds: float) -> bool | None: ...

    def give_back(self, limit: str, key: Hashable, size: int, seconds: float) -> None: ...

    async def enter(self, limit: str, key: Hashable, count: int, most: int) -> bool | None: ...

    def set_count(self, limit: str, key: Hashable, count: int) -> None: ...

    def on_reset(self, send_counts: Callable[[], None]) -> None: ...


class RateLimit:
    """A token bucket for each key: `limit` requests in a period, which may all come at once.

    With a name and shared counts, all servers count together. The own bucket is asked first: it never has less than
    the shared one, so what it refuses needs no other answer, and it holds when there is none.
    """

    def __init__(
        self,
        limit: int,
        seconds: float,
        reason: str,
        clock: Callable[[], float] = monotonic,
        name: str = "",
        shared: SharedCounts | None = None,
        by_network: bool = False,
    ) -> None:
        """If keys are networks, a limit for wider ones holds as well."""
        self.limit = limit
        self.seconds = seconds
        self.reason = reason
        self._clock = clock
        self._name = name
        self._shared = shared
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()
        self._wider: RateLimit | None = None
        if by_network:
            self._wider = RateLimit(WIDER * limit, seconds, reason, clock, f"{name}-wider", shared)

    async def take(self, key: Hashable) -> None:
        """Count a request of this key, or refuse it."""
        await self._take(key)
        if self._wider is not None and (wider := _widest(key)) != key:
            await self._wider.take(wider)

    async def _take(self, key: Hashable) -> None:
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.limit, self.limit / self.seconds, now)
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take(now):
            raise self._refusal()
        if self._shared is not None and await self._shared.take(self._name, key, self.limit, self.seconds) is False:
            raise self._refusal()

    async def check(self, key: Hashable) -> None:
        """Refuse a request of this key if it has no more left, without counting it."""
        bucket = self._buckets.get(key)
        if bucket is not None and not bucket.left(self._clock()):
            raise self._refusal()
        if self._shared is not None and await self._shared.has(self._name, key, self.limit, self.seconds) is False:
            raise self._refusal()
        if self._wider is not None and (wider := _widest(key)) != key:
            await self._wider.check(wider)

    def _refusal(self) -> Refusal:
        wait = max(1, round(self.seconds / self.limit))
        return Refusal("too-many", f"{self.reason}; try again in {wait} seconds or more")

    def give_back(self, key: Hashable) -> None:
        """Uncount a request of this key."""
        if key in self._buckets:
            self._buckets[key].give_back()
        if self._shared is not None:
            self._shared.give_back(self._name, key, self.limit, self.seconds)
        if self._wider is not None and (wider := _widest(key)) != key:
            self._wider.give_back(wider)


class TimeLimit:
    """The time that work for each key may take: a share of every second, and some seconds at once.

    Networks within a wider one share its time.
    """

    def __init__(self, share: float, burst: float, reason: str, clock: Callable[[], float] = monotonic) -> None:
        self.share = share
        self.burst = burst
        self.reason = reason
        self._clock = clock
        self._used: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """The seconds that a key has used, and when that was."""
        self._turns = asyncio.Lock()

    def check(self, key: Hashable) -> None:
        """Refuse work for a key that has used up its time."""
        if not self.has_left(key):
            raise Refusal("too-fast", self.reason)

    def has_left(self, key: Hashable) -> bool:
        """Whether a key has not used up its time."""
        return self._used_now(key) < self.burst

    @contextmanager
    def spend(self, key: Hashable) -> Iterator[None]:
        """Count the time of some work, though it be more than was left."""
        begun = self._clock()
        try:
            yield
        finally:
            now, key = self._clock(), _widest(key)
            self._used[key] = self._used_now(key) + now - begun, now
            self._used.move_to_end(key)
            if len(self._used) > MAX_KEYS:
                self._used.popitem(last=False)

    @asynccontextmanager
    async def turn(self, key: Hashable) -> AsyncIterator[None]:
        """Count the time of some work that waits for its turn: one piece of it in an iteration of the event loop.

        Otherwise a piece for each of twenty sockets fits between two moves of others.
        """
        async with self._turns:
            try:
                with self.spend(key):
                    yield
            finally:
                await asyncio.sleep(0)

    def _used_now(self, key: Hashable) -> float:
        used, at = self._used.get(_widest(key), (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * self.share)


class ConcurrencyLimit:
    """How many sockets each key may have open at once; with a name and shared counts, on all servers together."""

    def __init__(
        self, limit: int, reason: str, name: str = "", shared: SharedCounts | None = None, by_network: bool = False
    ) -> None:
        """If keys are networks, a limit for wider ones holds as well."""
        self.limit = limit
        self.reason = reason
        self._name = name
        self._shared = shared
        self._open: dict[Hashable, int] = {}
        if shared is not None:
            shared.on_reset(self._send_counts)
        self._wider: ConcurrencyLimit | None = None
        if by_network:
            self._wider = ConcurrencyLimit(WIDER * limit, reason, f"{name}-wider", shared)

    async def enter(self, key: Hashable) -> None:
        """Count one more for this key, or refuse it."""
        await self._enter(key)
        if self._wider is not None and (wider := _widest(key)) != key:
            try:
                await self._wider.enter(wider)
            except BaseException:
                self._leave(key)
                raise

    async def _enter(self, key: Hashable) -> None:
        count = self._open.get(key, 0) + 1
        if count > self.limit:
            raise Refusal("too-many", self.reason)
        self._open[key] = count
        if self._shared is None:
            return
        allowed = False
        try:
            allowed = await self._shared.enter(self._name, key, count, self.limit) is not False
        finally:
            if not allowed:
                self._leave(key)
        if not allowed:
            raise Refusal("too-many", self.reason)

    def leave(self, key: Hashable) -> None:
        """Count one less for this key."""
        self._leave(key)
        if self._wider is not None and (wider := _widest(key)) != key:
            self._wider.leave(wider)

    def _leave(self, key: Hashable) -> None:
        left = self._open[key] - 1
        if left:
            self._open[key] = left
        else:
            del self._open[key]
        if self._shared is not None:
            self._shared.set_count(self._name, key, left)

    def _send_counts(self) -> None:
        assert self._shared is not None
        for key, count in self._open.items():
            self._shared.set_count(self._name, key, count)


class Turns:
    """Costly work that is done for a few at a time; some others wait, for a limited time, and the rest is refused.

    Networks within a wider one share its turns.
    """

    def __init__(self, at_once: int, waiting: int, seconds: float, reason: str) -> None:
        self.at_once = at_once
        self.waiting = waiting
        self.seconds = seconds
        self.reason = reason
        self._gates: dict[Hashable, asyncio.Semaphore] = {}
        self._counts: dict[Hashable, int] = {}

    @asynccontextmanager
    async def turn(self, key: Hashable = None) -> AsyncIterator[None]:
        """Wait for a turn among those with the same key."""
        key = _widest(key)
        count = self._counts.get(key, 0)
        if count >= self.at_once + self.waiting:
            raise self._refusal()
        self._counts[key] = count + 1
        gate = self._gates.setdefault(key, asyncio.Semaphore(self.at_once))
        try:
            try:
                async with asyncio.timeout(self.seconds):
                    await gate.acquire()
            except TimeoutError:
                raise self._refusal() from None
            try:
                yield
            finally:
                gate.release()
        finally:
            self._leave(key)

    def _leave(self, key: Hashable) -> None:
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key], self._gates[key]

    def _refusal(self) -> Refusal:
        return Refusal("busy", f"{self.reason}; try again in a moment")


class Limits:
    """Every limit of a server. Those by person and by address count on all servers together if counts are shared."""

    def __init__(
        self, settings: Settings, clock: Callable[[], float] = monotonic, shared: SharedCounts | None = None
    ) -> None:
        def rate(name: str, limit: int, seconds: float, reason: str, by_network: bool = True) -> RateLimit:
            return RateLimit(limit, seconds, reason, clock, name, shared, by_network)

        hour, ten_minutes = 3600.0, 600.0
        self.tables = rate("tables", settings.tables_per_hour, hour, "too many tables were opened from your address")
        self.guests = rate("guests", settings.guests_per_hour, hour, "too many people came from your address")
        self.tokens = rate("tokens", 20, hour, "you have made many tokens", by_network=False)
        self.accounts = rate("accounts", settings.guests_per_hour, hour, "too many accounts came from your address")
        # The limit by name alone is loose, so that a stranger can't lock its owner out for long.
        wrong = "too many wrong passwords"
        self.logins = rate("logins", settings.logins, ten_minutes, wrong)
        self.logins_of_name = rate("logins-name", settings.logins * 20, ten_minutes, wrong, by_network=False)
        self.logins_of_address = rate("logins-address", settings.logins * 5, ten_minutes, wrong)
        # Right ones too: each takes a core for a moment, and a log-in adds a token.
        self.passwords = rate(
            "passwords", settings.logins * 12, ten_minutes, "too many passwords were sent from your address"
        )
        self.unknown_codes = rate(
            "codes", settings.unknown_codes, ten_minutes, "too many codes of tables that don't exist were tried here"
        )
        self.reads = rate(
            "reads",
            settings.reads_per_minute,
            60.0,
            "too many old tables, histories and game files were requested here",
        )
        self.names = rate("names", 60, hour, "you have changed your name very often", by_network=False)
        # These protect the processor of one machine.
        self.lists = TimeLimit(LIST_SHARE, LIST_BURST, "you list tables very often; wait a moment", clock)
        self.searches = Turns(1, 400, 10.0, "many codes are being looked up for your address")
        busy = "many histories and game files are being requested"
        self.reads_of_table = Turns(1, 8, 10.0, busy)
        self.reads_at_once = Turns(2, 64, 10.0, busy)
        self.person_sockets = ConcurrencyLimit(
            settings.sockets_per_person,
            f"you have {settings.sockets_per_person} tables open; close one of them first",
            "person-sockets",
            shared,
        )
        self.address_sockets = ConcurrencyLimit(
            settings.sockets_per_address,
            "your address has too many tables open; close one of them first",
            "address-sockets",
            shared,
            by_network=True,
        )
        self.table_sockets = ConcurrencyLimit(
            SOCKETS_AT_TABLE,
            "your address has this table open too often; close it somewhere first",
            "table-sockets",
            shared,
            by_network=True,
        )


def unmapped(address: str) -> str:
    """An address, without the prefix by which a socket that listens on `::` shows an IPv4 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return address if mapped is None else str(mapped)


def client_network(address: str) -> str:
    """The network that limits count as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(unmapped(address))
    except ValueError:
        # A proxy may forward anything, and limits remember many of them.
        return address[:MAX_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def wider_network(network: str) -> str:
    """The /48 network of an IPv6 one, of which one client may have many; anything else is as wide as it gets."""
    return _wider(network) if network.endswith("/64") else network


def _widest(key: Hashable) -> Hashable:
    """A key whose network, which is all of it or its last part, is as wide as it gets."""
    if isinstance(key, tuple):
        return (*key[:-1], _widest(key[-1]))
    return wider_network(key) if isinstance(key, str) else key


@lru_cache(maxsize=4096)
def _wider(network: str) -> str:
    try:
        return str(ipaddress.IPv6Network(network).supernet(new_prefix=48))
    except ValueError:
        return network
