"""Handshakes that are refused at once, and a token revoked during one or while the client does not read."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from kolej.server import run
from kolej.server.accounts.people import People
from kolej.server.app import create_app
from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.tables.registry import TableRegistry
from kolej.server.time import SystemTime
from kolej.server.uvicorn_ext.connections import Connections
from kolej.server.websocket.sockets import Socket, Sockets
from kolej.store.models import Person

ADA = Person(1, "Ada", 0, "hash")
HOST = (b"host", b"localhost:8600")


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ([HOST, (b"origin", b"http://localhost:8600")], b""),
        ([HOST, (b"origin", b"https://evil.example")], b"HTTP/1.1 403 Forbidden\r\n"),
        ([(b"host", b"evil.example"), (b"origin", b"http://evil.example")], b"HTTP/1.1 421 Misdirected Request\r\n"),
    ],
    ids=["own page", "other site", "other host"],
)
def test_a_server_refuses_handshakes_before_it_makes_a_socket(headers: Any, answer: bytes) -> None:
    settings, metrics = Settings(), Metrics()
    app = create_app(settings)
    app.app.state.service = SimpleNamespace(metrics=metrics)
    protocol: Any = run._config(app, settings, Connections()).http
    response: bytes | None = protocol.keywords["screen"](headers, "http")
    assert (response or b"").startswith(answer) and (response is None) == (answer == b"")
    assert sum(metrics.refusals.counts.values()) == (response is not None)


class FakePeople:
    """People, one of whom is looked up while another session changes her password."""

    def __init__(self, stays: str) -> None:
        self.sockets: Sockets
        self.asked: list[str] = []
        self._stays = stays

    async def by_token(self, token: str) -> Person | None:
        self.asked.append(token)
        if len(self.asked) == 1:
            await self.sockets.close_other_sessions(ADA.id, self._stays)
            return ADA
        return ADA if token == self._stays else None

    on_arrival = by_token


class Reached(Exception):
    """The socket reached a table."""


class NoTables:
    async def table(self, code: str) -> None:
        raise Reached


@pytest.mark.parametrize("stays", ["this", "another"])
def test_a_token_that_is_dropped_during_the_handshake_opens_nothing(stays: str) -> None:
    settings, people, sent = Settings(), FakePeople(stays), list[dict[str, Any]]()
    sockets = people.sockets = Sockets(
        *(settings, cast(TableRegistry, NoTables()), cast(People, people), Limits(settings), Metrics(), SystemTime())
    )
    scope: Any = {
        "headers": [(b"authorization", b"Bearer this")],
        "client": ("127.0.0.1", 1),
        "scheme": "ws",
        "query_string": b"",
    }

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(sockets.serve("BCDFGH", scope, receive, send))
    gone = msgspec.json.decode(sent[1]["text"])
    # The failing table is reported as `busy`: only a valid token gets that far.
    assert gone["code"] == ("busy" if stays == "this" else "no-token")
    assert people.asked == ["this", "this"] and len(sockets) == 0


class Unread:
    """A client that reads nothing."""

    def __init__(self) -> None:
        self.was_cut = False

    def write(self, frame: bytes) -> bool:
        return True

    async def close(self, code: int, reason: str) -> None:
        await asyncio.sleep(60)

    def cut(self) -> None:
        self.was_cut = True


def test_a_revoked_socket_that_is_not_read_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kolej.server.websocket.sockets.CLOSE_SECONDS", 0.01)
    outgoing = Unread()
    asyncio.run(Socket(outgoing, None, None, Metrics()).end(Refusal("no-token"), 1008))
    assert outgoing.was_cut
