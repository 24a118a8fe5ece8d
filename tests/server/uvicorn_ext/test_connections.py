"""Open connections: the oldest of an address gives way, and a client that does not read is disconnected."""

import asyncio
from typing import Any

import pytest

from kolej.server.uvicorn_ext import connections
from kolej.server.uvicorn_ext.connections import (
    BURST_SECONDS,
    CONNECTIONS,
    MAX_PER_ADDRESS,
    MAX_PER_WIDER,
    MAX_STALLED_SECONDS,
    MIN_READ,
    Connections,
)


class Peer:
    """A connection, and its transport."""

    def __init__(self, address: str = "10.0.0.1", unsent: int = 0) -> None:
        self.client = (address, 1)
        self.transport: Any = self
        self.unsent = unsent
        self.progress: int | None = 0
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def read_progress(self) -> int | None:
        return self.progress


def added(all: Connections, *addresses: str) -> list[Peer]:
    peers = [Peer(address) for address in addresses]
    for n, each in enumerate(peers):
        all.add(each, n + 1)
    return peers


def test_the_oldest_of_an_address_gives_way() -> None:
    reasons: list[str] = []
    peers = added(Connections(count=reasons.append), *["10.0.0.2"], *["10.0.0.1"] * (MAX_PER_ADDRESS + 2))
    assert [n for n, each in enumerate(peers) if each.aborted] == [1, 2]
    assert reasons == ["too-many"] * 2


def test_an_ipv6_network_is_one_address() -> None:
    peers = added(Connections(), *[f"2001:db8::{n:x}" for n in range(MAX_PER_ADDRESS + 1)])
    assert [each.aborted for each in peers] == [True] + [False] * MAX_PER_ADDRESS


def test_a_connection_that_was_closed_does_not_count() -> None:
    all = Connections()
    peers = added(all, *["10.0.0.1"] * MAX_PER_ADDRESS)
    all.remove(peers[3])
    all.remove(peers[3])
    added(all, "10.0.0.1")
    assert not any(each.aborted for each in peers)


def test_a_trusted_proxy_has_many_clients() -> None:
    peers = added(Connections(["10.0.0.0/24"]), *["10.0.0.1"] * (MAX_PER_ADDRESS + 1))
    assert not any(each.aborted for each in peers)


def test_of_too_many_altogether_one_of_the_busiest_address_gives_way() -> None:
    peers = added(Connections(limit=5), "10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5")
    assert [each.aborted for each in peers] == [False, True, False, False, False, False]


def test_the_networks_of_one_client_have_a_limit_together() -> None:
    assert MAX_PER_WIDER == 4 * MAX_PER_ADDRESS
    peers = added(Connections(), *[f"2001:db8:1:{n:x}::1" for n in range(MAX_PER_WIDER + 1)], "2001:db8:2::1")
    assert [n for n, each in enumerate(peers) if each.aborted] == [0]


def test_work_takes_turns_by_wider_networks() -> None:
    all = Connections(["10.0.0.0/24"])
    assert [all.add(Peer(address), 1) for address in ("2001:db8:1:a::1", "2001:db8:1:b::1", "10.0.0.1")] == [
        *["2001:db8:1::/48"] * 2,
        "10.0.0.1",
    ]
    assert all.forwarded_network([(b"x-forwarded-for", b"2001:db8:1:c::1")]) == "2001:db8:1::/48"


def sockets(all: Connections, network: str, count: int, known: bool = False) -> list[Peer]:
    """WebSockets from a network."""
    peers = [Peer() for _ in range(count)]
    for each in peers:
        all.add_socket(each, network)
        if known:
            all.note_known(each)
    return peers


def test_of_too_many_altogether_an_anonymous_socket_of_the_busiest_network_gives_way_first() -> None:
    all = Connections(limit=5)
    one = Peer("10.0.0.9")
    all.add(one, 1)
    players = sockets(all, "10.0.0.1", 5, known=True)
    crowd, watching = sockets(all, "10.0.0.3", 3), sockets(all, "10.0.0.2", 1)
    gone = list[list[bool]]()
    for n in range(5):
        newcomer = Peer(f"10.0.1.{n}")
        all.add(newcomer, 6)
        assert not newcomer.aborted
        gone.append([each.aborted for each in (*crowd, *watching, players[0])])
    assert [sum(each) for each in gone] == [1, 2, 3, 4, 5]
    assert gone[1] == [True, True, False, False, False] and not gone[3][-1]
    # In the end the busiest network gives way, though another one has an older connection.
    assert not one.aborted and not players[1].aborted


def test_those_who_come_through_a_proxy_give_way_by_their_own_networks() -> None:
    all = Connections(["10.9.0.1"], limit=5)
    honest = [Peer("10.9.0.1") for _ in range(4)]
    crowd = sockets(all, "10.0.0.3", 3, known=True)
    for each in honest:
        all.add(each, 6)
    assert [each.aborted for each in crowd] == [True] * 3
    assert [each.aborted for each in honest] == [True] + [False] * 3


def test_a_socket_that_was_closed_does_not_count() -> None:
    all = Connections(limit=5)
    peers = [*sockets(all, "10.0.0.3", 3), *sockets(all, "10.0.0.3", 3, known=True)]
    for each in peers:
        all.remove_socket(each)
        all.remove_socket(each)
        all.note_known(each)
    (only,) = added(all, "10.0.0.1")
    all.make_room()
    assert only.aborted and not any(each.aborted for each in peers)


def checked(peer: Peer, *steps: tuple[float, int, int | None]) -> bool:
    """Whether a client is disconnected that has this much unsent and this progress at these times."""
    all = Connections()
    for now, peer.unsent, peer.progress in steps:
        asyncio.run(all.check([peer], now))
    return peer.aborted


LATE = MAX_STALLED_SECONDS + 1


def test_a_client_that_does_not_read_is_disconnected() -> None:
    assert checked(Peer(), (0, 100, 0), (LATE, 100, 0))
    assert checked(Peer(), (0, 10 * MIN_READ, 0), (10, 9 * MIN_READ + 1, 0), (LATE, 9 * MIN_READ + 1, 0))
    assert not checked(Peer(), (0, 100, 0), (LATE - 2, 100, 0))


def test_a_client_that_reads_slowly_is_not() -> None:
    assert not checked(Peer(), (0, 100, 0), (20, 0, 0), (LATE, 100, 0))
    assert not checked(Peer(), (0, 10 * MIN_READ, 0), (20, 9 * MIN_READ, 0), (LATE, 9 * MIN_READ, 0))
    assert not checked(Peer(), (0, MIN_READ, 0), (10, 4 * MIN_READ, 0), (20, 3 * MIN_READ, 0), (LATE, 3 * MIN_READ, 0))
    assert not checked(Peer(), (0, 100, 0), (20, 100, 1), (LATE, 100, 1))


def test_an_open_socket_has_its_own_timeout_until_it_closes() -> None:
    assert not checked(Peer(), (0, 100, None), (LATE, 100, None), (LATE, 100, 0), (2 * LATE - 1, 100, 0))
    assert checked(Peer(), (0, 100, None), (LATE, 100, 0), (2 * LATE, 100, 0))


def test_what_waits_for_all_clients_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_UNSENT", 1000)
    peers = [Peer(unsent=size) for size in (100, 600, 0, 500, 400)]
    asyncio.run(Connections().check(peers, 0))
    assert [each.aborted for each in peers] == [False, True, False, False, False]


def test_the_networks_of_one_client_open_connections_at_one_rate() -> None:
    all = Connections(rate=2)
    burst = 2 * CONNECTIONS * BURST_SECONDS
    assert sum(all.may_connect(f"2001:db8:1:{n:x}::1", 0.0) for n in range(3 * burst)) == burst
    assert all.may_connect("2001:db8:2::1", 0.0) and not all.may_connect("2001:db8:1::1", 0.0)
