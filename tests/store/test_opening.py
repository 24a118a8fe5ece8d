"""Opening a data folder: what is created, migrated and refused."""

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from kolej.store.errors import CannotOpen, InUse, Newer, NotAStore, Older, StoreError
from kolej.store.migrations import Migration
from kolej.store.sqlite import SqliteStore, migrate, open_snapshot
from kolej.store.sqlite.queries.tables import listed_tables
from tests.store.entries import commands, move, new_table

NEWEST = len(migrate.migrations())
FREE_TAKEN_BOT = (("null", "null"), ("1", "null"), ("null", '"easy"'))
"""The person and the level of a seat."""


def database(folder: Path) -> apsw.Connection:
    folder.mkdir(exist_ok=True)
    return apsw.Connection(str(folder / "kolej.db"))


def made_in_form(folder: Path, form: int) -> None:
    """A database of an older Kolej, with a table and two entries."""
    connection = database(folder)
    migrate.migrate(connection, upto=form)
    if form:
        connection.execute(
            """
            INSERT INTO tables (id, code, settings, created, state) VALUES (5, 'QWERTY', '{}', 7, 'running');
            INSERT INTO entries VALUES (1, 5, 1, 'a', 'move', '{}', 8), (2, 5, 2, NULL, 'move', '{}', 9);
            """
        )
    connection.close()


def form_of(folder: Path) -> tuple[int, list[tuple[object, ...]]]:
    connection = database(folder)
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
    version = migrate.version_of(connection)
    connection.close()
    return version, rows


async def test_a_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    async with SqliteStore.open(folder) as store:
        await new_table(store)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert set(files) == {"kolej.db", "kolej.db-wal", "kolej.db-shm", "kolej.lock"}
        assert set(files.values()) == {0o600}


async def test_writes_are_synced_and_rows_point_somewhere(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path) as store:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

        def settings(connection: apsw.Connection) -> dict[str, object]:
            return {name: connection.pragma(name) for name in wanted}

        assert await store._write(settings) == wanted


async def test_a_log_can_not_be_changed_by_hand_either(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path) as store:
        await store.append(await new_table(store), 0, [move()])
    connection = database(tmp_path)
    for change in ("UPDATE entries SET body = '1'", "DELETE FROM entries"):
        with pytest.raises(apsw.ConstraintError, match="only ever added to"):
            connection.execute(change)
    connection.close()


def test_steps_are_numbered_from_one_without_a_gap() -> None:
    assert [step.number for step in migrate.migrations()] == list(range(1, NEWEST + 1))


@pytest.mark.parametrize("form", range(NEWEST + 1))
async def test_every_older_form_is_brought_up_to_date(tmp_path: Path, form: int) -> None:
    made_in_form(tmp_path / "old", form)
    async with SqliteStore.open(tmp_path / "old") as store:
        if form:
            assert await commands(store, 5) == ["a", None]
            assert await store.append(5, 2, [move("b")]) == 3
        await store.keep_secret(None, "key", b"x")
        assert (await store.add_person("Ada", at=1, token=b"t")).id == 1
    async with SqliteStore.open(tmp_path / "new"):
        pass
    assert form_of(tmp_path / "old") == form_of(tmp_path / "new")
    assert form_of(tmp_path / "new")[0] == NEWEST


async def test_listed_tables_of_an_older_form_are_found(tmp_path: Path) -> None:
    connection = database(tmp_path)
    migrate.migrate(connection, upto=3)
    free, taken, bot = (f'{{"person": {person}, "level": {level}}}' for person, level in FREE_TAKEN_BOT)
    for number, (state, open, seats) in enumerate(
        [
            ("open", "true", f"{taken}, {free}"),
            ("open", "false", f"{taken}, {free}"),
            ("open", "true", f"{taken}, {bot}"),
            ("finished", "true", f"{taken}, {free}"),
            ("open", "true", free),
        ]
    ):
        connection.execute(
            "INSERT INTO tables (code, settings, created, state) VALUES (?, ?, 1, ?)",
            ("QWERT" + "ABCDE"[number], f'{{"settings": {{"open": {open}}}, "seats": [{seats}]}}', state),
        )
    connection.close()
    async with SqliteStore.open(tmp_path) as store:
        assert [table.id for table in await store.listed_tables()] == [5, 1]


async def test_a_list_of_tables_to_join_reads_no_other_table(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path) as store:

        def plan(connection: apsw.Connection) -> str:
            steps: list[str] = []

            def trace(_: object, sql: str, values: object) -> bool:
                steps.append(sql)
                return True

            connection.exec_trace = trace
            listed_tables(connection, None, 20)
            connection.exec_trace = None
            return str(connection.execute(f"EXPLAIN QUERY PLAN {steps[0]}", (9, 20)).fetchall())

        assert "tables_listed" in await store._read(plan)
        assert "TEMP B-TREE" not in await store._read(plan)


async def test_accounts_of_an_older_form_are_known_by_their_looks(tmp_path: Path) -> None:
    made_in_form(tmp_path, 3)
    connection = database(tmp_path)
    connection.execute("INSERT INTO people VALUES (1, 'Ada', 1, 'hash', 'ada'), (2, 'Bob', 1, NULL, NULL)")
    connection.close()
    async with SqliteStore.open(tmp_path) as store:
        assert await store.account_like("\u0410da") == await store.person(1)
        assert await store.account_like("Bob") is None


def test_a_step_that_fails_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_in_form(tmp_path, NEWEST)
    before = form_of(tmp_path)
    bad = Migration(NEWEST + 1, "bad", "CREATE TABLE half_way (x); DROP TABLE nowhere")
    steps = (*migrate.migrations(), bad)
    monkeypatch.setattr(migrate, "migrations", lambda: steps)
    with pytest.raises(apsw.SQLError):
        SqliteStore.open(tmp_path)
    monkeypatch.undo()
    assert form_of(tmp_path) == before
    # The lock was released too.
    asyncio.run(SqliteStore.open(tmp_path).close())


def test_a_newer_form_is_refused_and_left_alone(tmp_path: Path) -> None:
    made_in_form(tmp_path, NEWEST)
    connection = database(tmp_path)
    connection.pragma("user_version", 99)
    connection.close()
    before = (tmp_path / "kolej.db").read_bytes()
    for opener in (SqliteStore.open, lambda folder: open_snapshot(folder).__enter__()):
        with pytest.raises(Newer) as error:
            opener(tmp_path)
        assert f"form 99, this one knows up to {NEWEST}" in str(error.value)
        assert "install that version, or restore a backup" in str(error.value)
    assert (tmp_path / "kolej.db").read_bytes() == before


def test_an_older_form_is_not_changed_by_looking_at_it(tmp_path: Path) -> None:
    made_in_form(tmp_path, 1)
    with pytest.raises(Older, match="start the server on it once"), open_snapshot(tmp_path):
        pass
    assert form_of(tmp_path)[0] == 1


@pytest.mark.parametrize("content", ["text", "database"])
def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "kolej.db"
    if content == "text":
        path.write_text("no database, but a text that is longer than the first hundred bytes " * 20)
    else:
        connection = database(tmp_path)
        connection.execute("CREATE TABLE recipes (name)")
        connection.close()
    before = path.read_bytes()
    with pytest.raises(NotAStore, match="not a database of Kolej"):
        SqliteStore.open(tmp_path)
    assert path.read_bytes() == before


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(CannotOpen) as error:
            SqliteStore.open(place)
        assert str(place) in str(error.value)
    (tmp_path / "kolej.db").mkdir()
    with pytest.raises(StoreError, match=r"kolej\.db"):
        SqliteStore.open(tmp_path)


async def test_two_stores_never_write_the_same_file(tmp_path: Path) -> None:
    async with SqliteStore.open(tmp_path) as store:
        with pytest.raises(InUse) as error:
            SqliteStore.open(tmp_path)
        assert f"{tmp_path}: in use by process {os.getpid()} on " in str(error.value)
        table = await new_table(store)
        assert await store.append(table, 0, [move()]) == 1
    async with SqliteStore.open(tmp_path) as store:
        assert len(await commands(store, table)) == 1


def test_another_process_is_named_until_it_is_gone(tmp_path: Path) -> None:
    script = (
        "import sys, time; from kolej.store.sqlite import SqliteStore; "
        "store = SqliteStore.open(sys.argv[1]); print('open', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        with pytest.raises(InUse, match=f"process {process.pid} on "):
            SqliteStore.open(tmp_path)
        process.kill()
        process.wait()
    asyncio.run(SqliteStore.open(tmp_path).close())


async def test_a_forked_child_does_not_hold_the_folder(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path)
    awake, sleeping = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(sleeping)
        os.read(awake, 1)
        os._exit(0)
    try:
        await store.close()
        async with SqliteStore.open(tmp_path):
            pass
    finally:
        os.close(sleeping)
        os.close(awake)
        os.waitpid(child, 0)
