"""Reconnecting with `since` after much was missed: a whole view comes, never more than may wait for a client."""

import asyncio
from dataclasses import replace

import pytest

from kolej.server.tables.broadcast import broadcaster, history
from kolej.server.tables.log.entries import Body, ChatSent, body_of
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.table import Table
from kolej.server.websocket import connection
from kolej.server.wire.frames import ChatFrame, DealFrame, TableFrame, ViewFrame
from kolej.store.models import Entry
from tests.support.fake_server import FakeServer, game_of
from tests.support.turns import counted_by_turn, others_turns


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


async def test_a_network_that_comes_back_all_the_time_gets_views(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = await server.pair()
    limit, since = table.context.catch_ups, table.state.version
    await write_chats(table, 100)
    turns = 0

    def slow(entry: Entry) -> Body:
        server.time.advance(limit.burst / 50)
        return body_of(entry)

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    monkeypatch.setattr("kolej.server.tables.broadcast.history.body_of", slow)
    counting = asyncio.ensure_future(others())
    assert len((await server.subscribe(table, None, since=since)).of(ChatFrame)) == 100
    counting.cancel()
    assert turns >= 3, "others had their turn in between"
    again = await server.subscribe(table, None, since=since)
    assert [type(frame) for frame in again.frames] == [TableFrame, ViewFrame, DealFrame]
    # Players have other networks than people without a name.
    assert ada.identity is not None
    back = await server.subscribe(table, replace(ada.identity, network="203.0.113.9"), since=since)
    assert len(back.of(ChatFrame)) == 100
    server.time.advance(2 * limit.burst / limit.share)
    assert len((await server.subscribe(table, None, since=since)).of(ChatFrame)) == 100


async def test_others_get_their_turn_while_missed_entries_become_frames(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, _ = await server.pair()
    since = table.state.version
    await write_chats(table, 200)
    with others_turns() as turns:
        decoded = counted_by_turn(monkeypatch, history, "body_of", turns)
        await server.subscribe(table, None, since=since)
    assert decoded.total() == 200 and max(decoded.values()) <= 32
