"""Connections to a real server that ask too much: it answers others meanwhile, and logs no errors."""

import asyncio
import resource
import shutil
import socket
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from kolej.server import run
from kolej.server.app import create_app
from kolej.server.settings import Settings
from kolej.server.uvicorn_ext import connections as connections_module
from kolej.server.uvicorn_ext.bounded_http import MAX_HEAD
from kolej.server.uvicorn_ext.connections import BURST_SECONDS, Connection, Connections
from kolej.store.opening import open_store
from tests.support.running_server import Client, Running, running, wait_for

SOFT, HARD = 120, 300
needs_prlimit = pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit is part of util-linux")


def connect(server: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


@contextmanager
def opened(server: Running, count: int, sent: bytes) -> Iterator[None]:
    """Connections that have sent something and do not read."""
    with ExitStack() as stack:
        for _ in range(count):
            one = stack.enter_context(connect(server))
            # The server may have closed it already.
            with suppress(OSError):
                one.sendall(sent)
        yield


def handshake(code: str) -> bytes:
    """Asks for a socket without a name."""
    return (
        f"GET /api/tables/{code}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def disconnects(server: Running, reason: str) -> int:
    for line in server.client().get("/metrics").text.splitlines():
        if line.startswith(f'kolej_disconnects_total{{reason="{reason}"'):
            return int(line.rpartition(" ")[2])
    return 0


@needs_prlimit
def test_more_connections_than_files_lock_nobody_out(tmp_path: Path) -> None:
    with running(tmp_path, limits=[f"--nofile={SOFT}:{HARD}"]) as server:
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (HARD, HARD)
        player = server.client()
        with player.socket(player.table(people=["Ada"]) if player.me() else "") as table:
            table.frame()
            for sent in (b"", b"GET / HTTP/1.1\r\n", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                with opened(server, HARD + 100, sent):
                    assert httpx.get(f"{server.url}/health", timeout=5).status_code == 200
                    assert table.ask("ping")["type"] == "ok"
        assert disconnects(server, "too-many") > 0
        assert '"level": "error"' not in server.logged()


@needs_prlimit
def test_more_anonymous_sockets_than_files_lock_nobody_out(tmp_path: Path) -> None:
    with running(tmp_path, limits=[f"--nofile={SOFT}:{HARD}"], sockets_per_address=HARD) as server:
        player = server.client()
        code = player.table(people=["Ada"]) if player.me() else ""
        with player.socket(code) as table:
            table.frame()
            with ExitStack() as crowd:
                for _ in range(SOFT + 60):
                    one = crowd.enter_context(connect(server))
                    one.sendall(handshake(code))
                    with suppress(OSError):
                        one.recv(12)
                assert httpx.get(f"{server.url}/health", timeout=5).status_code == 200
                with player.socket(code) as second:
                    assert second.frame()
                assert table.ask("ping")["type"] == "ok"
        assert disconnects(server, "too-many") > 0


def test_requests_that_come_too_fast_wait(tmp_path: Path) -> None:
    rate = 4
    with running(tmp_path, requests_per_second=rate) as server:
        client = server.client()
        begun = time.monotonic()
        for _ in range(rate * BURST_SECONDS + 2 * rate):
            assert client.get("/api/levels").status_code == 200
        assert time.monotonic() - begun > 1.5


def test_connections_are_checked_while_a_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = list[object]()

    async def serve() -> None:
        settings, begun = Settings(data=tmp_path, workers=0, port=0), asyncio.Event()

        class Checked(Connections):
            async def check(self, connections: Collection[Connection], now: float) -> None:
                checked.append(connections)
                begun.set()

        connections, store = Checked(), open_store(tmp_path)
        config = run._config(create_app(settings, store), settings, connections)
        with closing(run.listen(settings)) as listener:
            serving = asyncio.create_task(run._serve(config, store, connections, listener, "", lambda at: None))
            async with asyncio.timeout(10):
                await begun.wait()
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving

    monkeypatch.setattr(connections_module, "CHECK_SECONDS", 0.01)
    asyncio.run(serve())
    assert isinstance(checked[0], set)


def test_an_endless_head_ends(server: Running) -> None:
    before = disconnects(server, "request-header-fields-too-large")
    with connect(server) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * (MAX_HEAD // 6))
        assert endless.recv(1000).startswith(b"HTTP/1.1 431 ")
    assert disconnects(server, "request-header-fields-too-large") == before + 1


def test_a_flood_of_pings_ends(server: Running, ada: Client) -> None:
    code = ada.table()
    before = disconnects(server, "flood")
    with connect(server) as flood:
        flood.sendall(handshake(code))
        assert flood.recv(12) == b"HTTP/1.1 101"
        pings = b"\x89\x80\0\0\0\0" * 10_000
        with pytest.raises(OSError):
            for _ in range(1000):
                flood.sendall(pings)
    assert disconnects(server, "flood") == before + 1


def test_clients_that_are_refused_or_go_away_are_not_logged_as_errors(server: Running, ada: Client) -> None:
    code = ada.table()
    for _ in range(3):
        with pytest.raises(InvalidStatus):
            ada.socket(code, origin="https://evil.example.org")
        for sent in (
            b"GET /api/editions/europe HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5,
            b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            handshake(code),
            b"nonsense\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        ):
            with connect(server) as gone:
                gone.sendall(sent)
    wait_for(lambda: server.client().get("/health").status_code == 200)
    time.sleep(0.3)
    assert [line for line in server.logged().splitlines() if '"level": "error"' in line or '"warning"' in line] == []
