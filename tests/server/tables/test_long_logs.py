"""Long logs: others get their turn while one is read, decoded and replayed."""

from random import Random

import pytest

from kolej.engine.game import Game
from kolej.server.tables.log import journal
from kolej.server.tables.log.entries import ChatSent
from kolej.server.tables.log.journal import Batch
from tests.support.fake_server import FakeServer
from tests.support.turns import counted_by_turn, others_turns


async def test_others_get_their_turn_while_a_log_is_read(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await server.table(await server.person("Ada"))
    async with table.lock:
        # They fit into what is read from the store at once.
        await table.write(Batch([ChatSent(None, "Eve", "hello") for _ in range(400)]))
    with others_turns() as turns:
        decoded = counted_by_turn(monkeypatch, journal, "body_of", turns)
        await table.journal.load()
    assert decoded.total() > 400 and max(decoded.values()) <= 64


async def test_others_get_their_turn_while_moves_are_decoded_and_replayed(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, bob = await server.pair(edition="europe")
    await server.play(table, [ada, bob], Random(2), lambda: table.state.version > 120)
    with others_turns() as turns:
        decoded = counted_by_turn(monkeypatch, journal, "body_of", turns)
        line = await table.journal.move_line()
        repeated = counted_by_turn(monkeypatch, Game, "repeat", turns)
        await table.journal.replayed(table.state, None, line)
    assert decoded.total() > 64 and max(decoded.values()) <= 64
    assert repeated.total() > 60 and max(repeated.values()) <= 16
