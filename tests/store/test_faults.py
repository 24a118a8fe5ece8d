"""Disk faults: what was acknowledged is there, what was refused is not, and afterwards the store works again."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import apsw
import pytest

from kolej.store.errors import DiskFault, DiskFull, Locked, ReadOnly, StoreError, Unavailable
from kolej.store.sqlite import SqliteStore, writer
from tests.store.disk import Disk, Refusal
from tests.store.entries import commands, move, new_table

WAL = "kolej.db-wal"


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.unregister()


def always(operation: str, file: str, code: int) -> Refusal:
    return lambda what, where: code if (what, where) == (operation, file) else None


def crashed(folder: Path, copy: Path) -> Path:
    """The folder as it would be after a crash now: without SQLite's shared memory."""
    shutil.copytree(folder, copy)
    (copy / "kolej.db-shm").unlink(missing_ok=True)
    return copy


FAULTS = [
    ("write", apsw.SQLITE_FULL, DiskFull, "the disk is full"),
    ("write", apsw.SQLITE_IOERR_WRITE, DiskFault, "SQLITE_IOERR_WRITE"),
    ("write", apsw.SQLITE_READONLY, ReadOnly, "may not be written"),
    ("sync", apsw.SQLITE_IOERR_FSYNC, DiskFault, "SQLITE_IOERR_FSYNC"),
    ("sync", apsw.SQLITE_FULL, DiskFull, "the disk is full"),
]


@pytest.mark.parametrize(("operation", "code", "kind", "said"), FAULTS)
async def test_a_disk_that_fails_for_a_while(
    tmp_path: Path, disk: Disk, operation: str, code: int, kind: type[StoreError], said: str
) -> None:
    async with SqliteStore.open(tmp_path / "data", vfs=disk.name) as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(20)))
        await asyncio.gather(*(store.append(table, 0, [move("before")]) for table in tables))
        disk.refuse = always(operation, WAL, code)
        lost = await asyncio.gather(
            *(store.append(table, 1, [move("lost")]) for table in tables), return_exceptions=True
        )
        for error in lost:
            assert type(error) is kind and isinstance(error, Unavailable)
            assert said in str(error) and "kolej.db" in str(error)
        assert len({id(error) for error in lost}) == len(tables)
        # A refused write is gone at once, for readers and after a crash.
        async with SqliteStore.open(crashed(tmp_path / "data", tmp_path / "crashed")) as found:
            for table in tables:
                assert await commands(found, table) == await commands(store, table) == ["before"]
        disk.refuse = None
        # The same command again, now accepted.
        await asyncio.gather(*(store.append(table, 1, [move("lost")]) for table in tables))
    async with SqliteStore.open(tmp_path / "data") as store:
        for table in tables:
            assert await commands(store, table) == ["before", "lost"]


async def test_a_disk_that_fails_now_and_then(tmp_path: Path, disk: Disk) -> None:
    rng = Random(7)
    faults = [apsw.SQLITE_FULL, apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_FSYNC]
    acknowledged: dict[int, list[str | None]] = {}
    refused = 0

    async def write(store: SqliteStore, table: int) -> None:
        nonlocal refused
        for number in range(25):
            try:
                # Large enough for many checkpoints.
                await store.append(table, len(acknowledged[table]), [move(str(number), f'"{"x" * 20_000}"')])
                acknowledged[table].append(str(number))
            except Unavailable:
                refused += 1

    async with SqliteStore.open(tmp_path / "data", vfs=disk.name) as store:
        for _ in range(10):
            acknowledged[await new_table(store)] = []
        disk.refuse = lambda _what, _where: rng.choice(faults) if rng.random() < 0.002 else None
        await asyncio.gather(*(write(store, table) for table in acknowledged))
        assert 10 < refused < 200
        assert disk.done["write", "kolej.db"] > 0
        async with SqliteStore.open(crashed(tmp_path / "data", tmp_path / "crashed")) as found:
            for table, names in acknowledged.items():
                assert await commands(found, table) == await commands(store, table) == names
        disk.refuse = None
    async with SqliteStore.open(tmp_path / "data") as store:
        for table, names in acknowledged.items():
            assert await commands(store, table) == names
    connection = apsw.Connection(str(tmp_path / "data" / "kolej.db"))
    assert connection.pragma("integrity_check") == "ok"
    connection.close()


async def test_a_transaction_that_outgrows_memory_fails_as_one(tmp_path: Path, disk: Disk) -> None:
    async with SqliteStore.open(tmp_path / "data", vfs=disk.name) as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(60)))
        disk.refuse = always("write", WAL, apsw.SQLITE_FULL)
        # Larger than SQLite's page cache: the failure comes during the transaction, not at the commit.
        body = f'"{"x" * 200_000}"'
        asked = (store.append(table, 0, [move("lost", body)]) for table in tables)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(type(answer) is DiskFull for answer in answers)
        disk.refuse = None
        for table in tables:
            assert await store.append(table, 0, [move("now")]) == 1


async def test_pages_that_can_not_be_moved_yet_cost_nothing(
    tmp_path: Path, disk: Disk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_PAGES", 1000)
    async with SqliteStore.open(tmp_path / "data", vfs=disk.name) as store:
        table = await new_table(store)
        disk.refuse = lambda _what, where: apsw.SQLITE_FULL if where == "kolej.db" else None
        for number in range(8):
            assert await store.append(table, number, [move(body=f'"{"x" * 1_000_000}"')]) == number + 1
        assert "checkpoint of" in caplog.text and "failed" in caplog.text
        disk.refuse = None
        for number in range(8, 16):
            await store.append(table, number, [move(body=f'"{"x" * 1_000_000}"')])
        size = (tmp_path / "data" / "kolej.db").stat().st_size
        assert size > 8_000_000


def mounted(folder: Path) -> bool:
    """A file system of 2 MB in memory, if the system allows one."""
    folder.mkdir()
    return os.system(f"mount -t tmpfs -o size=2m tmpfs '{folder}' 2>/dev/null") == 0


async def test_a_real_disk_that_is_full(tmp_path: Path) -> None:
    small = tmp_path / "small"
    if not mounted(small):
        pytest.skip("needs the right to mount")
    try:
        async with SqliteStore.open(small / "data") as store:
            table = await new_table(store)
            ballast = small / "ballast"
            ballast.write_bytes(bytes(1_500_000))
            written = 0
            with pytest.raises(DiskFull) as error:
                for number in range(100):
                    written = await store.append(table, number, [move(str(number), f'"{"x" * 50_000}"')])
            assert "make room" in str(error.value)
            assert 0 < written < 100
            assert len(await commands(store, table)) == written
            ballast.unlink()
            assert await store.append(table, written, [move(body=f'"{"x" * 50_000}"')]) == written + 1
        async with SqliteStore.open(small / "data") as store:
            assert len(await commands(store, table)) == written + 1
    finally:
        assert os.system(f"umount '{small}'") == 0


async def test_a_database_that_somebody_else_holds(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path, lock_timeout=0.05) as store:
        table = await new_table(store)
        other = apsw.Connection(str(tmp_path / "kolej.db"))
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(
            *(store.append(table, number, [move()]) for number in range(5)), return_exceptions=True
        )
        assert all(type(answer) is Locked for answer in answers)
        assert "another process holds the database" in str(answers[0])
        assert await commands(store, table) == []
        other.execute("ROLLBACK")
        assert await store.append(table, 0, [move()]) == 1
        # A short lock is waited for.
        other.set_busy_timeout(1000)
        for number in range(1, 20):
            other.execute("BEGIN IMMEDIATE; ROLLBACK")
            assert await store.append(table, number, [move()]) == number + 1
        other.close()


async def test_a_database_that_is_moved_away(tmp_path: Path) -> None:
    path = tmp_path / "kolej.db"
    async with SqliteStore.open(tmp_path) as store:
        table = await new_table(store)
        path.rename(tmp_path / "elsewhere")
        with pytest.raises(ReadOnly, match="was moved away"):
            await store.append(table, 0, [move()])
        (tmp_path / "elsewhere").rename(path)
        assert await store.append(table, 0, [move()]) == 1
        shutil.copy(path, tmp_path / "copy")
        (tmp_path / "copy").replace(path)
        with pytest.raises(ReadOnly, match="was moved away"):
            await store.append(table, 1, [move()])


async def test_too_many_waiting_writers_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore.open(tmp_path) as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(100)))
        monkeypatch.setattr("kolej.store.sqlite.writer.MAX_WAITING", 30)
        answers = await asyncio.gather(*(store.append(t, 0, [move()]) for t in tables), return_exceptions=True)
        refused = [isinstance(answer, Unavailable) for answer in answers]
        assert 20 < sum(refused) < 100
        for table, was_refused in zip(tables, refused, strict=True):
            assert len(await commands(store, table)) == (not was_refused)
