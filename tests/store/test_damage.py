"""Damaged database files: what is damaged is named, what is whole is served."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import apsw
import pytest

from kolej.store.errors import Damaged, StoreError
from kolej.store.sqlite import SqliteStore
from tests.store.disk import Disk
from tests.store.entries import commands, move

TABLES = 40
LONG = '{"text": "%s"}' % ("x" * 900)


def code(number: int) -> str:
    return "AAAA" + chr(65 + number // 26) + chr(65 + number % 26)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A database with many pages: tables with logs, and a person."""

    async def fill() -> None:
        async with SqliteStore.open(tmp_path) as store:
            await store.add_person("Ada", at=1, token=b"t")
            for number in range(TABLES):
                table = await store.create_table(code(number), '{"long": "%s"}' % ("y" * 300), at=1)
                await store.append(table.id, 0, [move("a", LONG), move("b", LONG), move("c", LONG)])

    asyncio.run(fill())
    return tmp_path


def pages_of(data: Path, name: str) -> list[int]:
    """The leaf pages of a table or an index of the schema, as SQLite counts them."""
    connection = apsw.Connection(str(data / "kolej.db"))
    query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno"
    found = [row[0] for row in connection.execute(query, (name,))]
    connection.close()
    return found


def damage(data: Path, page: int, change: Callable[[bytearray], None] | None = None) -> None:
    """Change the bytes of a page: by default those at its start, which say what kind of page it is."""
    path = data / "kolej.db"
    raw = bytearray(path.read_bytes())
    size = int.from_bytes(raw[16:18], "big")
    part = raw[(page - 1) * size : page * size]
    if change is None:
        part[:16] = bytes(each ^ 0xA5 for each in part[:16])
    else:
        change(part)
    raw[(page - 1) * size : page * size] = part
    path.write_bytes(raw)


async def test_a_whole_database_has_no_damage(data: Path) -> None:
    async with SqliteStore.open(data) as store:
        assert await store.find_damage() == [] and store.damage is None


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("entries", "logs of tables"),
        ("sqlite_autoindex_entries_1", "logs of tables"),
        ("tables", "the list of tables"),
        ("sqlite_autoindex_tables_1", "the list of tables"),
        ("people", "people"),
        ("tokens", "tokens"),
    ],
)
async def test_the_damaged_part_is_named(data: Path, name: str, part: str) -> None:
    damage(data, pages_of(data, name)[-1])
    async with SqliteStore.open(data) as store:
        found = await store.find_damage()
        assert [each.partition(":")[0] for each in found] == [part]
        assert store.damage is not None and part in store.damage


async def test_logs_that_are_whole_can_be_read_and_written(data: Path) -> None:
    # The first page has entries of the first tables only; new entries go to the last page.
    damage(data, pages_of(data, "entries")[0])
    async with SqliteStore.open(data) as store:
        assert store.damage is None
        first, last = await store.table_by_code(code(0)), await store.table_by_code(code(TABLES - 1))
        assert first is not None and last is not None
        assert await commands(store, last.id) == ["a", "b", "c"]
        with pytest.raises(Damaged, match="kolej restore"):
            await store.entries(first.id)
        assert store.damage is not None
        assert await store.append(last.id, 3, [move("d")]) == 4
        assert await commands(store, last.id) == ["a", "b", "c", "d"]


async def test_a_text_that_is_none_is_damage(data: Path) -> None:
    def break_text(page: bytearray) -> None:
        at = page.index(b"xxxxxxxx")
        page[at : at + 2] = b"\xff\xfe"

    damage(data, pages_of(data, "entries")[0], break_text)
    async with SqliteStore.open(data) as store:
        with pytest.raises(Damaged, match="not UTF-8"):
            for number in range(TABLES):
                found = await store.table_by_code(code(number))
                assert found is not None
                await store.entries(found.id)


async def test_an_index_that_lacks_a_table_is_damage(data: Path) -> None:
    def shorten(page: bytearray) -> None:
        cells = int.from_bytes(page[3:5], "big")
        page[3:5] = (cells - 1).to_bytes(2, "big")

    damage(data, pages_of(data, "sqlite_autoindex_tables_1")[-1], shorten)
    async with SqliteStore.open(data) as store:
        (found,) = await store.find_damage()
        assert found.startswith("the list of tables:")


async def test_a_check_ends_when_the_store_is_closed(data: Path) -> None:
    store = SqliteStore.open(data)
    checks = [asyncio.create_task(store.find_damage()) for _ in range(3)]
    await asyncio.sleep(0)
    await store.close()
    for check in checks:
        with suppress(StoreError):
            assert await check == []


async def test_a_check_of_writing_writes(tmp_path: Path) -> None:
    """It is refused as any other write is, each time, and works again when there is room."""
    disk = Disk()
    async with SqliteStore.open(tmp_path, vfs=disk.name) as store:
        await store.check_write(at=1)
        synced = disk.done["sync", "kolej.db-wal"]
        await store.check_write(at=1)
        assert disk.done["sync", "kolej.db-wal"] > synced
        disk.refuse = lambda operation, file: apsw.SQLITE_FULL if operation == "write" else None
        for _ in range(2):
            with pytest.raises(StoreError):
                await store.check_write(at=2)
        disk.refuse = None
        await store.check_write(at=3)
