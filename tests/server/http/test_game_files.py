"""Game files of finished games: made once, and cached within a limit."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from threading import get_ident
from typing import Any

import pytest

from kolej.engine.record.recorded_game import RecordedGame
from kolej.server.errors import Refusal
from kolej.server.http.game_files import GameFiles
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from kolej.server.tables.log.game_file import YIELD_EVERY, game_file
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.table import Table
from tests.support.fake_server import FakeServer


def test_a_file_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    async def counted(journal: Journal) -> str:
        made.append(journal.id)
        return await game_file(journal)

    monkeypatch.setattr("kolej.server.tables.table.game_file", counted)

    async def finished(server: FakeServer, seed: int) -> Table:
        table, ada, bob = await server.pair()
        with pytest.raises(Refusal, match="when the game is over"):
            await GameFiles(Limits(Settings())).of(table)
        await server.play(table, [ada, bob], Random(seed))
        return table

    async def run() -> None:
        async with FakeServer(tmp_path) as server:
            one, two = await finished(server, 1), await finished(server, 2)
            made.clear()
            files = GameFiles(Limits(Settings()))
            found = await asyncio.gather(*(files.of(table) for table in [one, two, one, one]))
            assert sorted(made) == sorted([one.journal.id, two.journal.id])
            assert [each.body.decode() for each in found[:2]] == [await one.file(), await two.file()]
            assert found[2] is found[3] is found[0]
            one.state.players = ("Former player", "Bob")
            assert b"Former player" in (await files.of(one)).body
            made.clear()
            # There is room for one file only.
            small = GameFiles(Limits(Settings()), cache_bytes=found[0].size)
            for table in [one, one, two, two, one]:
                await small.of(table)
            assert made == [one.journal.id, two.journal.id, one.journal.id]

    asyncio.run(run())


def test_a_file_is_made_between_the_moves_of_other_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games of an edition share one list for legal moves: another thread would change it while it is read."""
    threads, turns, applied, apply = set[int](), 0, Counter[int](), RecordedGame.apply

    def counted(*given: Any) -> Any:
        threads.add(get_ident())
        applied[turns] += 1
        return apply(*given)

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def run() -> None:
        async with FakeServer(tmp_path) as server:
            table, ada, bob = await server.pair()
            await server.play(table, [ada, bob], Random(1))
            monkeypatch.setattr(RecordedGame, "apply", counted)
            counting = asyncio.create_task(count())
            await table.file()
            counting.cancel()

    asyncio.run(run())
    assert threads == {get_ident()}
    assert applied.total() > 20
    assert max(applied.values()) <= YIELD_EVERY
