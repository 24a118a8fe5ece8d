"""Backups: made during writes, and restored completely."""

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from kolej.store.errors import CannotOpen, Damaged, InUse, Newer, NotAStore
from kolej.store.sqlite import SqliteStore, back_up, restore
from tests.store.entries import commands, move, new_table


async def filled(folder: Path, entries: int = 3) -> int:
    async with SqliteStore.open(folder) as store:
        table = await new_table(store)
        await store.append(table, 0, [move(str(number)) for number in range(entries)])
        await store.keep_secret(table, "seed", b"s3cret")
    return table


async def entries_in(folder: Path, table: int) -> int:
    async with SqliteStore.open(folder) as store:
        return len(await commands(store, table))


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def damage(path: Path) -> None:
    """Damage the middle of every page but the first."""
    raw = bytearray(path.read_bytes())
    for page in range(4096, len(raw), 4096):
        raw[page + 8 : page + 200] = b"\xa5" * 192
    path.write_bytes(raw)


async def test_a_backup_is_made_while_others_write(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path / "data") as store:
        tables = await asyncio.gather(*(new_table(store) for _ in range(10)))
        done = asyncio.Event()
        acknowledged = dict.fromkeys(tables, 0)

        async def write(table: int) -> None:
            while not done.is_set():
                body = f'"{"x" * 5000}"'
                acknowledged[table] = await store.append(table, acknowledged[table], [move(None, body)] * 2)

        writing = [asyncio.create_task(write(table)) for table in tables]
        await asyncio.sleep(0.1)
        for number in range(4):
            least = dict(acknowledged)
            copy = await asyncio.to_thread(back_up, tmp_path / "data", tmp_path / f"{number}.db")
            most = {table: number + 2 for table, number in acknowledged.items()}
            restore(tmp_path / f"{number}.db", tmp_path / f"restored {number}")
            async with SqliteStore.open(tmp_path / f"restored {number}") as found:
                lengths = {table: len(await commands(found, table)) for table in tables}
            assert all(least[table] <= lengths[table] <= most[table] for table in tables)
            assert all(length % 2 == 0 for length in lengths.values())
            assert (copy.tables, copy.entries) == (10, sum(lengths.values()))
        done.set()
        await asyncio.gather(*writing)
        assert min(acknowledged.values()) > 0


async def test_a_backup_is_one_file_for_its_owner_only(tmp_path: Path) -> None:
    await filled(tmp_path / "data")
    (tmp_path / "copies").mkdir()
    copy = back_up(tmp_path / "data", tmp_path / "copies" / "a.db")
    assert files_in(tmp_path / "copies") == ["a.db"]
    assert stat.S_IMODE((tmp_path / "copies" / "a.db").stat().st_mode) == 0o600
    assert (copy.tables, copy.entries, copy.size) == (1, 3, (tmp_path / "copies" / "a.db").stat().st_size)


async def test_a_backup_replaces_nothing_unless_asked_to(tmp_path: Path) -> None:
    await filled(tmp_path / "data")
    target = tmp_path / "a.db"
    target.write_text("precious")
    with pytest.raises(CannotOpen, match="say --force"):
        back_up(tmp_path / "data", target)
    assert target.read_text() == "precious"
    back_up(tmp_path / "data", target, force=True)
    assert target.read_bytes().startswith(b"SQLite")
    before = (tmp_path / "data" / "kolej.db").read_bytes()
    (tmp_path / "link").symlink_to(tmp_path / "data" / "kolej.db")
    for itself in (tmp_path / "data" / "kolej.db", tmp_path / "link"):
        with pytest.raises(CannotOpen, match="the database itself"):
            back_up(tmp_path / "data", itself, force=True)
    with pytest.raises(CannotOpen, match="not a file"):
        back_up(tmp_path / "data", tmp_path, force=True)
    assert (tmp_path / "data" / "kolej.db").read_bytes() == before


async def test_a_backup_that_does_not_fit_leaves_nothing(tmp_path: Path) -> None:
    await filled(tmp_path / "data", entries=3000)
    (tmp_path / "copies").mkdir()
    script = (
        "import resource, sys; from kolej.cli import main; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)); main(sys.argv[1:])"
    )
    target = str(tmp_path / "copies" / "a.db")
    command = [sys.executable, "-c", script, "backup", str(tmp_path / "data"), target]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith(f"kolej: {target}: the disk failed")
    assert files_in(tmp_path / "copies") == []


async def test_a_backup_that_is_interrupted_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(tmp_path / "data")
    (tmp_path / "copies").mkdir()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        back_up(tmp_path / "data", tmp_path / "copies" / "a.db")
    assert files_in(tmp_path / "copies") == []


async def test_a_damaged_database_gives_no_backup(tmp_path: Path) -> None:
    await filled(tmp_path / "data", entries=500)
    damage(tmp_path / "data" / "kolej.db")
    with pytest.raises(Damaged, match="damaged"):
        back_up(tmp_path / "data", tmp_path / "a.db")
    assert files_in(tmp_path) == ["data"]


@pytest.mark.parametrize(
    "harm",
    [
        "PRAGMA ignore_check_constraints = 1; INSERT INTO entries VALUES (99, 1, 4, NULL, 'move', 'no JSON', 1)",
        "PRAGMA foreign_keys = 0; INSERT INTO seats VALUES (77, 0, 88)",
    ],
)
async def test_a_database_with_impossible_rows_is_neither_backed_up_nor_restored(tmp_path: Path, harm: str) -> None:
    await filled(tmp_path / "data")
    connection = apsw.Connection(str(tmp_path / "data" / "kolej.db"))
    connection.execute(harm)
    connection.close()
    with pytest.raises(Damaged, match=r"data/kolej\.db: the database is damaged"):
        back_up(tmp_path / "data", tmp_path / "a.db")
    with pytest.raises(Damaged, match=r"data/kolej\.db: the database is damaged"):
        restore(tmp_path / "data" / "kolej.db", tmp_path / "other")
    assert not (tmp_path / "a.db").exists()
    assert files_in(tmp_path / "other") == ["kolej.lock"]


async def test_what_was_backed_up_is_restored(tmp_path: Path) -> None:
    table = await filled(tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "a.db")
    copy = restore(tmp_path / "a.db", tmp_path / "somewhere" / "else")
    assert (copy.tables, copy.entries, copy.aside) == (1, 3, None)
    async with SqliteStore.open(tmp_path / "somewhere" / "else") as store:
        assert await commands(store, table) == ["0", "1", "2"]
        assert await store.secret(table, "seed") == b"s3cret"
        assert await store.append(table, 3, [move()]) == 4


async def test_a_database_that_is_there_is_put_aside_and_never_lost(tmp_path: Path) -> None:
    table = await filled(tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "a.db")
    async with SqliteStore.open(tmp_path / "data") as store:
        await store.append(table, 3, [move("later")])
    with pytest.raises(CannotOpen, match="say --force to put it aside"):
        restore(tmp_path / "a.db", tmp_path / "data")
    assert await entries_in(tmp_path / "data", table) == 4
    aside = restore(tmp_path / "a.db", tmp_path / "data", force=True).aside
    assert aside is not None and aside.parent == tmp_path / "data"
    assert files_in(tmp_path / "data") == sorted(["kolej.db", "kolej.lock", aside.name])
    assert await entries_in(tmp_path / "data", table) == 3
    assert await entries_in(aside, table) == 4
    # Restore the old one from the folder where it was kept.
    restore(aside / "kolej.db", tmp_path / "data", force=True)
    assert await entries_in(tmp_path / "data", table) == 4


@pytest.mark.parametrize("whole", [True, False])
async def test_what_a_killed_server_left_is_put_aside_with_its_log_file(tmp_path: Path, whole: bool) -> None:
    table = await filled(tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "a.db")
    # After a crash the last entries are in SQLite's write-ahead log only.
    (tmp_path / "left").mkdir()
    async with SqliteStore.open(tmp_path / "data") as store:
        await store.append(table, 3, [move("later")])
        for name in ("kolej.db", "kolej.db-wal"):
            (tmp_path / "left" / name).write_bytes((tmp_path / "data" / name).read_bytes())
    if not whole:
        (tmp_path / "left" / "kolej.db").write_bytes(b"nothing that could be read" * 100)
    left = {name: (tmp_path / "left" / name).read_bytes() for name in ("kolej.db", "kolej.db-wal")}
    aside = restore(tmp_path / "a.db", tmp_path / "left", force=True).aside
    assert aside is not None
    assert not (tmp_path / "left" / "kolej.db-wal").exists()
    assert await entries_in(tmp_path / "left", table) == 3
    assert {name: (aside / name).read_bytes() for name in files_in(aside)} == left
    if whole:
        assert await entries_in(aside, table) == 4


async def test_only_a_good_backup_takes_the_place_of_a_database(tmp_path: Path) -> None:
    table = await filled(tmp_path / "data", entries=500)
    back_up(tmp_path / "data", tmp_path / "good.db")
    (tmp_path / "damaged.db").write_bytes((tmp_path / "good.db").read_bytes())
    damage(tmp_path / "damaged.db")
    (tmp_path / "short.db").write_bytes((tmp_path / "good.db").read_bytes()[:9000])
    (tmp_path / "text.db").write_text("no database")
    (tmp_path / "newer.db").write_bytes((tmp_path / "good.db").read_bytes())
    newer = apsw.Connection(str(tmp_path / "newer.db"))
    newer.pragma("user_version", 99)
    newer.close()
    before = files_in(tmp_path / "data")
    for name, kind in (
        ("damaged.db", Damaged),
        ("short.db", Damaged),
        ("text.db", NotAStore),
        ("newer.db", Newer),
        ("missing.db", CannotOpen),
        ("data/kolej.db", CannotOpen),
    ):
        with pytest.raises(kind):
            restore(tmp_path / name, tmp_path / "data", force=True)
    assert files_in(tmp_path / "data") == before
    assert await entries_in(tmp_path / "data", table) == 500


async def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    table = await filled(tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "a.db")
    async with SqliteStore.open(tmp_path / "data") as store:
        with pytest.raises(InUse, match=f"process {os.getpid()}"):
            restore(tmp_path / "a.db", tmp_path / "data", force=True)
        assert await store.append(table, 3, [move()]) == 4
