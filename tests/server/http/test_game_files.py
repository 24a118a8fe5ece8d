"""Game files of finished games, and histories: made once, and cached within a limit."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from threading import get_ident
from typing import Any

import pytest

from kolej.engine.record.recorded_game import RecordedGame
from kolej.server.errors import Refusal
from kolej.server.http.game_files import GameFiles, Histories
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from kolej.server.tables.broadcast.history import history
from kolej.server.tables.log.game_file import YIELD_EVERY, game_file
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Chat
from tests.support.fake_server import FakeServer
from tests.support.turns import counted_by_turn, others_turns


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
    threads, apply = set[int](), RecordedGame.apply

    def noted(*given: Any) -> Any:
        threads.add(get_ident())
        return apply(*given)

    async def run() -> None:
        async with FakeServer(tmp_path) as server:
            table, ada, bob = await server.pair()
            await server.play(table, [ada, bob], Random(1))
            monkeypatch.setattr(RecordedGame, "apply", noted)
            with others_turns() as turns:
                applied = counted_by_turn(monkeypatch, RecordedGame, "apply", turns)
                await table.file()
            assert applied.total() > 20
            assert max(applied.values()) <= YIELD_EVERY

    asyncio.run(run())
    assert threads == {get_ident()}


def test_a_history_is_made_once_for_each_version_and_viewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, int | None]] = []

    async def counted(journal: Journal, seat: int | None, after: int = 0) -> bytes:
        made.append((journal.state.version, seat))
        return await history(journal, seat, after)

    monkeypatch.setattr("kolej.server.tables.table.history", counted)

    async def run() -> None:
        async with FakeServer(tmp_path) as server:
            table, ada, bob = await server.pair()
            histories, version = Histories(Limits(Settings())), table.state.version
            stranger = await server.person("Cyd")
            seen = await histories.page(table, None, None, 0)
            assert await histories.page(table, stranger, None, 0) is seen
            assert made == [(version, None)]
            own = await histories.page(table, ada.identity, 0, 0)
            assert own != seen and made == [(version, None), (version, 0)]
            # What is cached for its person is refused to everybody else.
            for other in (bob.identity, stranger, None):
                with pytest.raises(Refusal, match="not yours"):
                    await histories.page(table, other, 0, 0)
            await server.ask(table, bob, Chat(id="c", text="hello"))
            assert b"hello" in await histories.page(table, stranger, None, 0)
            assert bob.identity is not None
            await server.registry.forget(table.journal.id, bob.identity.person)
            page = await histories.page(table, stranger, None, 0)
            assert b"Former player" in page and b'"Bob"' not in page

    asyncio.run(run())


def test_histories_of_a_table_are_made_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    making, most, most_together = Counter[int](), Counter[int](), 0

    async def slow(journal: Journal, seat: int | None, after: int = 0) -> bytes:
        nonlocal most_together
        making[journal.id] += 1
        most[journal.id] = max(most[journal.id], making[journal.id])
        most_together = max(most_together, making.total())
        await asyncio.sleep(0.01)
        making[journal.id] -= 1
        return b"{}"

    monkeypatch.setattr("kolej.server.tables.table.history", slow)

    async def run() -> None:
        async with FakeServer(tmp_path) as server:
            tables = [(await server.pair())[0] for _ in range(4)]
            histories = Histories(Limits(Settings()))
            await asyncio.gather(*(histories.page(table, None, None, after) for table in tables for after in range(4)))

    asyncio.run(run())
    assert set(most.values()) == {1} and most_together == 2


def test_the_name_of_a_deleted_spectator_leaves_the_history(tmp_path: Path) -> None:
    async def run() -> None:
        async with FakeServer(tmp_path) as server:
            table, _, _ = await server.pair()
            cyd = await server.subscribe(table, await server.person("Cyd"))
            await server.ask(table, cyd, Chat(id="c", text="hello"))
            histories, version = Histories(Limits(Settings())), table.state.version
            assert b'"Cyd"' in await histories.page(table, None, None, 0)
            assert cyd.identity is not None
            await server.registry.forget(table.journal.id, cyd.identity.person)
            # No entry was added: only a name in the log has changed.
            assert table.state.version == version
            assert b'"Cyd"' not in await histories.page(table, None, None, 0)

    asyncio.run(run())
