"""The prepared tables that browser tests start from."""

import asyncio
from pathlib import Path

from kolej.server.accounts.identity import Identity
from kolej.server.tables.registry import TableRegistry
from kolej.store.sqlite import SqliteStore
from tests.browser.positions import PERSON, POSITIONS
from tests.browser.prepare import NAME, Here, Still, prepare


def test_the_same_tables_come_out_each_time_and_the_person_is_to_move(tmp_path: Path) -> None:
    first, second = (asyncio.run(prepare(tmp_path / name)) for name in ("first", "second"))
    assert first == second
    assert set(first) == {position.code for position in POSITIONS}

    over = {position.code: position.over for position in POSITIONS}

    async def look() -> None:
        async with SqliteStore.open(tmp_path / "first") as store:
            registry = TableRegistry(store, Here(), Still())
            await registry.open()
            for info in await registry.mine(Identity(1, NAME)):
                table = await registry.table(info.code)
                # A finished game is replayed only when somebody asks for it.
                due = [] if table.journal.game is None else table.journal.game.to_act()
                assert (info.stage, due) == (("over", []) if over[info.code] else ("playing", [PERSON])), info.code
            await registry.close()

    asyncio.run(look())
