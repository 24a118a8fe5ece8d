"""A handshake that is under way while its token is made worth nothing."""

import asyncio
from typing import Any, cast

import msgspec
import pytest

from kolej.server.accounts.people import People
from kolej.server.limits import Limits
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.tables.registry import Hall
from kolej.server.time import SystemTime
from kolej.server.websocket.sockets import Sockets
from kolej.store.protocol import Person

ADA = Person(1, "Ada", 0, "hash")


class Door:
    """People, one of whom is looked up while her other device changes the password."""

    def __init__(self, stays: str) -> None:
        self.sockets: Sockets
        self.asked: list[str] = []
        self._stays = stays

    async def known(self, token: str) -> Person | None:
        self.asked.append(token)
        if len(self.asked) == 1:
            await self.sockets.forget_others(ADA.id, self._stays)
            return ADA
        return ADA if token == self._stays else None


class Reached(Exception):
    """Somebody came to a table."""


class NoTables:
    async def table(self, code: str) -> None:
        raise Reached


@pytest.mark.parametrize("stays", ["this", "another"])
def test_a_token_that_is_dropped_during_the_handshake_opens_nothing(stays: str) -> None:
    settings, door, sent = Settings(), Door(stays), list[dict[str, Any]]()
    sockets = door.sockets = Sockets(
        *(settings, cast(Hall, NoTables()), cast(People, door), Limits(settings), Metrics(), SystemTime())
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
    # A table that fails is told as the server's fault: only who is still known gets that far.
    assert gone["code"] == ("busy" if stays == "this" else "no-token")
    assert door.asked == ["this", "this"] and len(sockets) == 0
