"""Reconnecting with `since` after much was missed: a whole view comes, never more than may wait for a client."""

import pytest

from kolej.server.tables.broadcast import broadcaster
from kolej.server.tables.log.entries import ChatSent
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.table import Table
from kolej.server.websocket import connection
from kolej.server.wire.frames import ChatFrame, DealFrame, TableFrame, ViewFrame
from tests.support.fake_server import FakeServer, game_of


async def write_chats(table: Table, count: int, text: str = "hello") -> None:
    async with table.lock:
        await table.write(Batch([ChatSent(None, "Eve", text) for _ in range(count)]))


def test_what_is_sent_to_a_client_that_comes_back_may_wait_for_it() -> None:
    assert broadcaster.MOST_MISSED * 2 <= connection.MAX_FRAMES
    assert broadcaster.MOST_MISSED_BYTES * 2 <= connection.MAX_BYTES


@pytest.mark.parametrize(
    ("count", "text"), [(broadcaster.MOST_MISSED + 1, "x"), (400, "\U0001f682" * 400)], ids=["frames", "bytes"]
)
async def test_a_client_that_missed_too_much_gets_a_view(server: FakeServer, count: int, text: str) -> None:
    table, ada, _ = await server.pair()
    table.detach(ada)
    await write_chats(table, count, text)
    back = await server.subscribe(table, ada.identity, since=ada.version)
    assert [type(frame) for frame in back.frames] == [TableFrame, ViewFrame, DealFrame]
    assert back.version == table.state.version and back.view == game_of(table).view(0) and back.legal is not None
    # From here on, nothing is missing.
    await write_chats(table, 1)
    assert back.version == table.state.version


async def test_a_client_that_missed_as_much_as_fits_gets_every_frame(server: FakeServer) -> None:
    table, ada, _ = await server.pair()
    table.detach(ada)
    await write_chats(table, broadcaster.MOST_MISSED)
    back = await server.subscribe(table, ada.identity, since=ada.version)
    assert len(back.of(ChatFrame)) == broadcaster.MOST_MISSED and not back.of(ViewFrame)


async def test_before_the_game_the_table_is_enough(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    since = table.state.version
    await write_chats(table, broadcaster.MOST_MISSED + 1)
    back = await server.subscribe(table, ada, since=since)
    assert [type(frame) for frame in back.frames] == [TableFrame] and back.version == table.state.version
