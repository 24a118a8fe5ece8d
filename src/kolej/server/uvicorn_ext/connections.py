"""Open connections: limits of their number, and an end for those whose clients do not read.

When an address has too many connections, its oldest one gives way, not the newest. So a player who shares an address
with somebody who opens thousands of connections still gets in. When all addresses together have too many, one of the
network with the most gives way: first a WebSocket of somebody without a valid token, who at most watches.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf
from typing import Any, Protocol

from uvicorn.middleware.proxy_headers import _TrustedHosts

from kolej.server.limits import WIDER, client_network, unmapped, wider_network
from kolej.server.uvicorn_ext.pacing import NetworkRates, Pacer

MAX_CONNECTIONS = 20_000
"""Connections of all addresses together, WebSockets included."""
ROOM = 16
"""Connections that are disconnected when files have run out."""
MAX_PER_ADDRESS = 200
"""HTTP connections of one address. WebSockets have a limit of their own, which is a setting."""
MAX_PER_WIDER = WIDER * MAX_PER_ADDRESS
"""HTTP connections of one wider network."""
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


class _Group:
    """The connections of one wide network, oldest first."""

    __slots__ = ("anonymous", "http", "known", "trusted")

    def __init__(self) -> None:
        self.trusted = False
        """Whether it is a trusted proxy, so that its HTTP connections are those of many clients."""
        self.anonymous: dict[Connection, None] = {}
        """WebSockets of clients without a valid token."""
        self.http: dict[Connection, None] = {}
        self.known: dict[Connection, None] = {}
        """WebSockets of people."""

    def __len__(self) -> int:
        return len(self.anonymous) + len(self.http) + len(self.known)

    def oldest(self) -> "Connection":
        """The connection that gives way."""
        return next(iter(self.anonymous or self.http or self.known))


class Connections:
    """All open connections.

    Work of clients takes turns by the wider network that they come from, so that many networks of one client have no
    more turns than one.
    """

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
        self._groups: dict[str, _Group] = {}
        """All connections of each wider network."""
        self._sockets: dict[Connection, str] = {}
        """The wider network of each WebSocket."""
        self._unsent: dict[Connection, tuple[int, float, int | None]] = {}
        """The most bytes that waited for a client since it last read much, when that was, and its progress then."""

    def may_connect(self, address: str, now: float) -> bool:
        """Whether a network has not opened too many connections in a short time; proxies may."""
        if self._accepted.take(wider_network(client_network(address)), now) or self.is_proxy(address):
            return True
        self.count("too-fast")
        return False

    def add(self, connection: Connection, total: int) -> str:
        """Add an HTTP connection, and disconnect one if there are too many; returns the network whose turns it takes.

        `total` are open, WebSockets included.
        """
        address = connection.client[0] if connection.client else ""
        network, trusted = client_network(address), self.is_proxy(address)
        wider = wider_network(network)
        self._networks[connection] = network
        same = self._by_network.setdefault(network, {})
        group = self._group(wider)
        group.trusted = group.trusted or trusted
        same[connection] = group.http[connection] = None
        if len(same) > MAX_PER_ADDRESS and not trusted:
            self._give_way(next(iter(same)))
        elif len(group.http) > MAX_PER_WIDER and not trusted:
            self._give_way(next(iter(group.http)))
        elif total > self._limit:
            self._give_way(self._of_busiest())
        return wider

    def add_socket(self, connection: Connection, wider: str) -> None:
        """Add a WebSocket of a client in this network, who is anonymous at first."""
        self._sockets[connection] = wider
        self._group(wider).anonymous[connection] = None

    def note_known(self, connection: Connection) -> None:
        """The client of a WebSocket has a valid token."""
        wider = self._sockets.get(connection)
        if wider is not None:
            group = self._groups[wider]
            group.anonymous.pop(connection, None)
            group.known[connection] = None

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        return address in self._proxies

    def forwarded_network(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """The network whose turns a client takes for whom a trusted proxy sends a request."""
        values = [value for name, value in headers if name == b"x-forwarded-for"]
        if not values:
            return None
        address, _ = self._proxies.get_trusted_client_address(b", ".join(values).decode("latin-1"))
        return wider_network(client_network(address)) or None

    def remove(self, connection: Connection) -> None:
        """Remove a connection that was closed or has become a WebSocket."""
        network = self._networks.pop(connection, None)
        if network is not None:
            same = self._by_network[network]
            del same[connection]
            if not same:
                del self._by_network[network]
            wider = wider_network(network)
            del self._groups[wider].http[connection]
            self._forget_empty(wider)

    def remove_socket(self, connection: Connection) -> None:
        """Remove a WebSocket that was closed."""
        wider = self._sockets.pop(connection, None)
        if wider is not None:
            group = self._groups[wider]
            group.anonymous.pop(connection, None)
            group.known.pop(connection, None)
            self._forget_empty(wider)

    def _group(self, wider: str) -> _Group:
        return self._groups.setdefault(wider, _Group())

    def _forget_empty(self, wider: str) -> None:
        if not len(self._groups[wider]):
            del self._groups[wider]

    def make_room(self) -> None:
        """Disconnect some connections of the networks that have most."""
        for _ in range(min(ROOM, len(self._networks) + len(self._sockets))):
            self._give_way(self._of_busiest())

    def _of_busiest(self) -> Connection:
        """The connection that gives way when there are too many altogether."""
        anonymous = max(self._groups.values(), key=lambda group: len(group.anonymous))
        if anonymous.anonymous:
            return anonymous.oldest()
        return max(self._groups.values(), key=lambda group: (not group.trusted, len(group))).oldest()

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

    def _give_way(self, connection: Connection) -> None:
        self.remove(connection)
        self.remove_socket(connection)
        self._disconnect(connection, "too-many")

    def _disconnect(self, connection: Connection, reason: str) -> None:
        self.count(reason)
        # Closing would wait until the client has read everything.
        connection.transport.abort()
