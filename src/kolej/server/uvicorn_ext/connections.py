"""Open connections: limits of their number, and an end for those whose clients do not read.

When an address has too many connections, its oldest one gives way, not the newest. So a player who shares an address
with somebody who opens thousands of connections still gets in.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf
from typing import Any, Protocol

from uvicorn.middleware.proxy_headers import _TrustedHosts

from kolej.server.limits import client_network, unmapped
from kolej.server.uvicorn_ext.pacing import NetworkRates, Pacer

MAX_CONNECTIONS = 20_000
"""Connections of all addresses together, WebSockets included."""
ROOM = 16
"""HTTP connections that are disconnected when files have run out."""
MAX_PER_ADDRESS = 200
"""HTTP connections of one address. WebSockets have a limit of their own, which is a setting."""
CHECK_SECONDS = 2.0
MAX_STALLED_SECONDS = 30.0
"""Seconds in which a client must read `MIN_READ` bytes of what waits for it, or all of it."""
MIN_READ = 16 * 1024
MAX_PARSED, PARSING_SECONDS = 16, 0.001
"""Pieces of requests that are parsed in one iteration of the event loop, and the time after which no more are."""
MAX_STARTED = 2
"""Requests that are started in one iteration. The first step of most is the whole response."""
BURST_SECONDS = 5
"""A burst of one network may be as large as what it may do in this time: a page needs dozens of requests at once."""
CONNECTIONS = 2
"""Connections for each request: those beyond are closed at once, so there may be more of them than of requests."""
PIECES = 2
"""Pieces in which a request comes, on average."""
MAX_ENDED = 4
"""Connections whose requests are ended in one iteration."""
CHECKED_AT_ONCE = 200
"""Connections that are checked in one iteration."""
MAX_UNSENT = 128 * 1024 * 1024
"""Bytes that may wait for all clients together."""


def plain_client(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """The address and port of a client, as everything else compares them with those of proxies and of this machine."""
    return client and (unmapped(client[0]), client[1])


class Connection(Protocol):
    """A protocol of uvicorn."""

    @property
    def client(self) -> tuple[str, int] | None:
        """The address and port of the client."""
        ...

    @property
    def transport(self) -> Any:
        """The transport of asyncio."""
        ...

    def read_progress(self) -> int | None:
        """A number that changes when the client has read much; None if the connection has its own timeout."""
        ...


class Connections:
    """All open connections."""

    def __init__(
        self,
        proxies: Sequence[str] = (),
        limit: int = MAX_CONNECTIONS,
        count: Callable[[str], None] = lambda _reason: None,
        rate: float = inf,
    ) -> None:
        """`rate` is the number of requests that a network may send in a second, on average; more have to wait."""
        self.count = count
        """Counts a connection that was closed for a reason."""
        burst = BURST_SECONDS * rate
        self.parsing = Pacer(MAX_PARSED, PARSING_SECONDS, NetworkRates(PIECES * rate, burst))
        self.parsing_of_proxies = Pacer(MAX_PARSED, PARSING_SECONDS)
        """Whose client has sent something is known only after it was parsed."""
        self.requests = Pacer(MAX_STARTED, rates=NetworkRates(rate, burst))
        self.endings = Pacer(MAX_ENDED)
        self._accepted = NetworkRates(CONNECTIONS * rate, CONNECTIONS * burst)
        self._proxies = _TrustedHosts(list(proxies))
        self._limit = limit
        self._networks: dict[Connection, str] = {}
        self._by_network: dict[str, dict[Connection, None]] = {}
        """HTTP connections of each network, oldest first."""
        self._unsent: dict[Connection, tuple[int, float, int | None]] = {}
        """The most bytes that waited for a client since it last read much, when that was, and its progress then."""

    def may_connect(self, address: str, now: float) -> bool:
        """Whether a network has not opened too many connections in a short time; proxies may."""
        if self._accepted.take(client_network(address), now) or self.is_proxy(address):
            return True
        self.count("too-fast")
        return False

    def add(self, connection: Connection, total: int) -> str:
        """Add an HTTP connection, and disconnect one if there are too many; returns the network that it comes from.

        `total` are open, WebSockets included.
        """
        address = connection.client[0] if connection.client else ""
        network = client_network(address)
        self._networks[connection] = network
        same = self._by_network.setdefault(network, {})
        same[connection] = None
        if len(same) > MAX_PER_ADDRESS and not self.is_proxy(address):
            self._disconnect_oldest(same)
        elif total > self._limit:
            self._disconnect_oldest(max(self._by_network.values(), key=len))
        return network

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        return address in self._proxies

    def forwarded_network(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """The network of the client for whom a trusted proxy sends a request, as the application sees it."""
        values = [value for name, value in headers if name == b"x-forwarded-for"]
        if not values:
            return None
        address, _ = self._proxies.get_trusted_client_address(b", ".join(values).decode("latin-1"))
        return client_network(address) or None

    def remove(self, connection: Connection) -> None:
        """Remove a connection that was closed or has become a WebSocket."""
        network = self._networks.pop(connection, None)
        if network is not None:
            same = self._by_network[network]
            del same[connection]
            if not same:
                del self._by_network[network]

    def make_room(self) -> None:
        """Disconnect some HTTP connections of the addresses that have most."""
        for _ in range(min(ROOM, len(self._networks))):
            self._disconnect_oldest(max(self._by_network.values(), key=len))

    async def check(self, connections: Collection[Connection], now: float) -> None:
        """Disconnect clients that do not read, and those for which most waits if too much waits altogether."""
        unsent: dict[Connection, tuple[int, float, int | None]] = {}
        waiting: dict[Connection, int] = {}
        for number, each in enumerate(list(connections), 1):
            if number % CHECKED_AT_ONCE == 0:
                await asyncio.sleep(0)
            if each not in connections:
                # It was closed meanwhile.
                continue
            size = each.transport.get_write_buffer_size()
            if not size:
                continue
            progress = each.read_progress()
            most, since, before = self._unsent.get(each, (size, now, progress))
            if progress is None or progress != before or size + MIN_READ <= most:
                most, since = size, now
            elif now - since > MAX_STALLED_SECONDS:
                self._disconnect(each, "not-reading")
                continue
            unsent[each] = (max(most, size), since, progress)
            waiting[each] = size
        self._unsent = unsent
        total = sum(waiting.values())
        while total > MAX_UNSENT:
            largest = max(waiting, key=waiting.__getitem__)
            total -= waiting.pop(largest)
            self._disconnect(largest, "not-reading")
            await asyncio.sleep(0)

    async def check_periodically(self, connections: Collection[Connection]) -> None:
        """Check all connections, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            await self.check(connections, loop.time())

    def _disconnect_oldest(self, connections: dict[Connection, None]) -> None:
        oldest = next(iter(connections))
        self.remove(oldest)
        self._disconnect(oldest, "too-many")

    def _disconnect(self, connection: Connection, reason: str) -> None:
        self.count(reason)
        # Closing would wait until the client has read everything.
        connection.transport.abort()
