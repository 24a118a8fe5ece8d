"""Power failures: everything that was acknowledged survives."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from kolej.store.sqlite import SqliteStore
from tests.store.disk import Disk
from tests.store.entries import commands, move, new_table


@pytest.mark.parametrize("seed", range(3))
async def test_what_was_acknowledged_is_there_when_the_power_comes_back(tmp_path: Path, seed: int) -> None:
    rng, disk = Random(seed), Disk()
    acknowledged: dict[int, list[str | None]] = {}
    cuts = 0

    async def look_after_a_cut() -> None:
        nonlocal cuts
        cuts += 1
        folder = tmp_path / f"after cut {cuts}"
        folder.mkdir()
        surely = {table: list(names) for table, names in acknowledged.items()}
        disk.cut_power(folder, rng)
        async with SqliteStore.open(folder) as found:
            for table, names in surely.items():
                # A write in progress may be there too, but nothing else, and nothing before it is missing.
                there = await commands(found, table)
                assert there[: len(names)] == names
                assert there == [str(number) for number in range(len(there))]

    async def write(store: SqliteStore, table: int) -> None:
        for number in range(30):
            await store.append(table, number, [move(str(number), f'"{"x" * rng.choice([10, 30_000])}"')])
            acknowledged[table].append(str(number))
            if rng.random() < 0.1:
                await look_after_a_cut()

    async with SqliteStore.open(tmp_path / "data", vfs=disk.name) as store:
        for _ in range(5):
            acknowledged[await new_table(store)] = []
        await asyncio.gather(*(write(store, table) for table in acknowledged))
        assert disk.done["sync", "kolej.db"] > 0
        await look_after_a_cut()
    await look_after_a_cut()
    assert cuts > 8
    disk.unregister()
