"""The tables that tests in a browser play on from."""

import asyncio
from pathlib import Path

from kolej.server.accounts.identity import Who
from kolej.server.tables.registry import Hall
from kolej.store.sqlite import SqliteStore
from tests.browser.positions import PERSON, POSITIONS
from tests.browser.prepare import NAME, Here, Still, prepare


def test_the_same_tables_come_out_each_time_and_the_person_is_to_move(tmp_path: Path) -> None:
    first, second = (asyncio.run(prepare(tmp_path / name)) for name in ("first", "second"))
    assert first == second
    assert set(first) == {position.code for position in POSITIONS}

    async def look() -> None:
        async with SqliteStore.open(tmp_path / "first") as store:
            hall = Hall(store, Here(), Still())
            await hall.open()
            for info in await hall.mine(Who(1, NAME)):
                table = await hall.table(info.code)
                assert table.book.game is not None
                assert (info.stage, table.book.game.to_act()) == ("playing", [PERSON]), info.code
            assert hall.live == len(POSITIONS)
            await hall.close()

    asyncio.run(look())
