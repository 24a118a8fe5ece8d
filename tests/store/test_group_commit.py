"""Group commit: many writes share one commit, and none is acknowledged before it."""

import asyncio
import threading
from collections import Counter
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from kolej.store.errors import Closed, Repeated, Stale, UnknownTable
from kolej.store.sqlite import SqliteStore
from kolej.store.sqlite.writer import MAX_BATCH
from tests.store.disk import Disk
from tests.store.entries import commands, move, new_table

WAL = "kolej.db-wal"


class SlowDisk(Disk):
    """A disk whose next sync of the log file can be blocked."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.reached = threading.Event()

    def ask(self, operation: str, file: str) -> None:
        super().ask(operation, file)
        if (operation, file) == ("sync", WAL) and not self.free.is_set():
            self.reached.set()
            assert self.free.wait(20)

    def hold(self) -> None:
        """Block every sync from now on."""
        self.free.clear()

    async def held(self) -> None:
        """Wait until a sync has begun; it ends when `free` is set."""
        assert await asyncio.to_thread(self.reached.wait, 20)


@pytest.fixture
def disk() -> Iterator[SlowDisk]:
    disk = SlowDisk()
    yield disk
    disk.unregister()


async def asked(*coroutines: Coroutine[Any, Any, int]) -> list[asyncio.Task[int]]:
    """Start tasks, and let them wait for the store."""
    tasks = [asyncio.create_task(each) for each in coroutines]
    await asyncio.sleep(0)
    return tasks


async def test_a_thousand_writers_share_a_few_commits(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path) as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(1000)))
        before = store.stats.commits
        for number in range(3):
            await asyncio.gather(*(store.append(table, number, [move()]) for table in tables))
        assert store.stats.written == 4000
        assert 3 <= store.stats.commits - before < 60


async def test_a_writer_that_comes_during_a_commit_is_in_the_next(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(101)))
        before = disk.done["sync", WAL]
        disk.hold()
        waiting = await asked(store.append(tables[0], 0, [move()]))
        await disk.held()
        waiting += await asked(*(store.append(table, 0, [move()]) for table in tables[1:]))
        disk.free.set()
        await asyncio.gather(*waiting)
        assert disk.done["sync", WAL] - before == 2


async def test_one_writer_has_a_commit_for_each_write(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        table = await new_table(store)
        for number in range(20):
            before = disk.done["sync", WAL]
            await store.append(table, number, [move()])
            assert disk.done["sync", WAL] == before + 1
            assert not disk.unsynced[WAL]


async def test_nobody_is_answered_and_nobody_sees_it_before_the_sync(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        table = await new_table(store)
        disk.hold()
        [writing] = await asked(store.append(table, 0, [move("a")]))
        await disk.held()
        assert await commands(store, table) == []
        assert not writing.done()
        disk.free.set()
        assert await writing == 1
        assert await commands(store, table) == ["a"]


async def test_a_commit_takes_no_more_than_it_should(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        table = await new_table(store)
        disk.hold()
        waiting = await asked(store.append(table, 0, [move()]))
        await disk.held()
        before = disk.done["sync", WAL]
        many = 2 * MAX_BATCH + 1
        waiting += await asked(*(store.append(table, number, [move()]) for number in range(1, many + 1)))
        disk.free.set()
        assert await asyncio.gather(*waiting) == list(range(1, many + 2))
        assert disk.done["sync", WAL] - before == 3


async def test_one_that_has_no_place_does_not_harm_its_neighbours(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(40)))
        await store.append(tables[0], 0, [move("first")])
        disk.hold()
        waiting = await asked(store.append(tables[1], 0, [move()]))
        await disk.held()
        waiting += await asked(
            *(store.append(table, 0, [move(f"of {table}")]) for table in tables[2:]),
            store.append(tables[0], 0, [move("late")]),
            store.append(tables[0], 1, [move("first")]),
            store.append(tables[0], 1, [move("second")]),
            store.append(max(tables) + 1, 0, [move()]),
        )
        before = store.stats.commits
        disk.free.set()
        *fine, late, again, second, nowhere = await asyncio.gather(*waiting, return_exceptions=True)
        assert store.stats.commits == before + 2
        assert fine == [1] * 39 and second == 2
        assert isinstance(late, Stale) and isinstance(again, Repeated) and isinstance(nowhere, UnknownTable)
        assert await commands(store, tables[0]) == ["first", "second"]
        for table in tables[2:]:
            assert await commands(store, table) == [f"of {table}"]


async def test_refusals_alone_cost_no_sync(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        table = await new_table(store)
        before = Counter(disk.done)
        await asyncio.gather(*(store.append(table, 9, [move()]) for _ in range(50)), return_exceptions=True)
        assert disk.done == before
        assert store.stats.refused == 50


async def test_a_write_that_has_not_begun_can_be_taken_back(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        table = await new_table(store)
        disk.hold()
        tasks = await asked(store.append(table, 0, [move("begun")]))
        await disk.held()
        tasks += await asked(store.append(table, 1, [move("waiting")]))
        for task in tasks:
            task.cancel()
        disk.free.set()
        # The next write is behind both in the queue.
        assert await store.append(table, 1, [move("next")]) == 2
        assert await commands(store, table) == ["begun", "next"]


async def test_an_event_loop_that_ends_while_it_waits_harms_nobody(tmp_path: Path, disk: SlowDisk) -> None:
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        table = await new_table(store)
        disk.hold()

        def leave() -> None:
            loop = asyncio.new_event_loop()
            task = loop.create_task(store.append(table, 0, [move("left")]))
            loop.run_until_complete(disk.held())
            task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()

        await asyncio.to_thread(leave)
        disk.free.set()
        assert await store.append(table, 1, [move("stayed")]) == 2


async def test_closing_writes_what_waits_and_refuses_what_comes_after(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path)
    table = await new_table(store)
    waiting = [asyncio.create_task(store.append(table, number, [move()])) for number in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == list(range(1, 51))
    for late in (store.append(table, 50, [move()]), store.entries(table)):
        with pytest.raises(Closed):
            await late
    await store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kolej.db", "kolej.lock"]
    async with SqliteStore.open(tmp_path) as again:
        assert len(await commands(again, table)) == 50
