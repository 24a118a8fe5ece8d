"""Accepting connections: many at once, and again after files have run out."""

import asyncio
import errno
import socket
from typing import Any

import pytest

from kolej.server.uvicorn_ext.accepting import MAX_ACCEPTED, PAUSE_SECONDS, Acceptor
from kolej.server.uvicorn_ext.connections import BURST_SECONDS, CONNECTIONS, Connections


class Echo(asyncio.Protocol):
    """Sends a greeting."""

    def connection_made(self, transport: Any) -> None:
        transport.write(b"hello")
        transport.close()


class NoFiles(socket.socket):
    """A listening socket for which files run out at times."""

    failures = 0
    calls = 0
    mapped = False
    """Whether it shows addresses as one that listens on `::`."""

    def accept(self) -> tuple[socket.socket, Any]:
        self.calls += 1
        if self.failures:
            self.failures -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        accepted, address = super().accept()
        return accepted, (f"::ffff:{address[0]}", *address[1:]) if self.mapped else address


async def greetings(count: int, failures: int, connections: Connections, mapped: bool = False) -> list[bytes]:
    with NoFiles() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(count)
        listener.failures, listener.mapped = failures, mapped
        clients = [await asyncio.open_connection(*listener.getsockname()) for _ in range(count)]
        acceptor = Acceptor(listener, Echo, connections)
        acceptor.open()
        async with asyncio.timeout(10):
            found = [await reader.read() for reader, _ in clients]
        acceptor.close()
        for _, writer in clients:
            writer.close()
        return found


@pytest.mark.parametrize("failures", [0, 3])
def test_everybody_is_accepted(failures: int) -> None:
    found = asyncio.run(greetings(MAX_ACCEPTED + 10, failures, Connections()))
    assert found == [b"hello"] * (MAX_ACCEPTED + 10)


@pytest.mark.parametrize(("failures", "calls"), [(0, MAX_ACCEPTED), (1000, 1)], ids=["many", "no files"])
def test_others_get_their_turn_between_connections(failures: int, calls: int) -> None:
    async def accepted() -> int:
        with NoFiles() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen(100)
            listener.failures = failures
            clients = [await asyncio.open_connection(*listener.getsockname()) for _ in range(3 * MAX_ACCEPTED)]
            acceptor = Acceptor(listener, Echo, Connections())
            acceptor.open()
            while not listener.calls:
                await asyncio.sleep(0)
            if failures:
                # Trying again at once would only take time from others.
                await asyncio.sleep(PAUSE_SECONDS / 2)
            found = listener.calls
            acceptor.close()
            for _, writer in clients:
                writer.close()
            return found

    assert asyncio.run(accepted()) == calls


def test_when_files_run_out_the_oldest_connections_give_way() -> None:
    class Peer:
        client = ("10.0.0.1", 1)
        aborted = False

        @property
        def transport(self) -> Any:
            return self

        def abort(self) -> None:
            self.aborted = True

        def read_progress(self) -> int | None:
            return None

    connections, peers = Connections(), [Peer() for _ in range(20)]
    for each in peers:
        connections.add(each, 1)
    asyncio.run(greetings(1, 1, connections))
    assert [each.aborted for each in peers] == [True] * 16 + [False] * 4


def test_a_network_that_connects_too_fast_is_turned_away_and_counted() -> None:
    reasons: list[str] = []
    rate = 2 / BURST_SECONDS / CONNECTIONS
    found = asyncio.run(greetings(5, 0, Connections(count=reasons.append, rate=rate)))
    assert found == [b"hello"] * 2 + [b""] * 3
    assert reasons == ["too-fast"] * 3


@pytest.mark.parametrize("mapped", [False, True], ids=["ipv4", "dual stack"])
def test_a_trusted_proxy_connects_for_everybody(mapped: bool) -> None:
    connections = Connections(["127.0.0.0/8"], rate=2 / BURST_SECONDS / CONNECTIONS)
    found = asyncio.run(greetings(5, 0, connections, mapped))
    assert found == [b"hello"] * 5
