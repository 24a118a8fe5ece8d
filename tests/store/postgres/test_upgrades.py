"""Rolling upgrades: a newer version migrates the database while older servers write to it."""

import asyncio
import sys
from pathlib import Path

import asyncpg
import pytest

from kolej.store.errors import Newer
from kolej.store.migrations import Migration
from kolej.store.postgres import PostgresStore, migrate
from tests.store.entries import move, new_table
from tests.store.postgres.writing import check_logs, write_until
from tests.support.postgres_server import MISSING, programs, shared_postgres
from tests.support.running_server import ROOT

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)

NOW = migrate.newest()
ADDING = """
ALTER TABLE entries ADD COLUMN size BIGINT GENERATED ALWAYS AS (length(body)) STORED;
CREATE TABLE seasons (id BIGINT PRIMARY KEY, name TEXT NOT NULL);
CREATE INDEX entries_by_size ON entries (table_id, size);
"""
"""Rewrites the table that everybody writes to: what a migration can do at worst without disturbing older servers."""
REMOVING = f"-- needs: {NOW + 2}\nALTER TABLE health_checks RENAME COLUMN checked TO at;"


@pytest.fixture
def url() -> str:
    return shared_postgres().new_database()


async def next_version(folder: Path, url: str, *scripts: str) -> tuple[int, str]:
    """Open a database by a version with more migrations; the exit status and the output."""
    folder.mkdir(exist_ok=True)
    for number, sql in enumerate(scripts):
        (folder / f"{number}.sql").write_text(sql, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.support.next_version", str(folder), "open", url),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=ROOT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def schema(url: str) -> tuple[int, int]:
    connection = await asyncpg.connect(url)
    version, needs = await connection.fetchrow("SELECT version, needs FROM kolej_schema")
    await connection.close()
    return version, needs


async def test_a_newer_version_migrates_while_older_servers_write(url: str, tmp_path: Path) -> None:
    async with PostgresStore(url) as one, PostgresStore(url) as two:
        tables = [await new_table(one) for _ in range(8)]
        stop, acknowledged = asyncio.Event(), list[str]()
        writers = [
            asyncio.create_task(write_until(stop, store, table, acknowledged))
            for store, table in zip([one, two] * 4, tables, strict=True)
        ]
        while len(acknowledged) < 100:
            await asyncio.sleep(0.01)
        status, output = await next_version(tmp_path / "new", url, ADDING)
        assert status == 0, output
        assert await schema(url) == (NOW + 1, 0)
        # Every writer goes on with the new schema, and an old server may still start.
        before = {table: (await one.entries(table))[-1].number for table in tables}
        for table in tables:
            while (await two.entries(table))[-1].number <= before[table]:
                await asyncio.sleep(0.01)
        async with PostgresStore(url) as three:
            await new_table(three)
        stop.set()
        await asyncio.gather(*writers)
        await check_logs(one, tables, acknowledged)


async def test_a_migration_waits_for_a_reader_and_holds_nobody_up(url: str, tmp_path: Path) -> None:
    """A backup reads for long. A migration that needs its tables gives way to others again and again."""
    async with PostgresStore(url) as store:
        table = await new_table(store)
        backup = await asyncpg.connect(url)
        reading = backup.transaction()
        await reading.start()
        await backup.execute("SELECT count(*) FROM entries")
        upgrade = asyncio.create_task(next_version(tmp_path / "new", url, ADDING))
        waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'entries'::regclass AND NOT granted"
        while not await backup.fetchval(waiting):
            await asyncio.sleep(0.01)
        begun = asyncio.get_running_loop().time()
        await store.append(table, 0, [move("behind the migration")])
        assert asyncio.get_running_loop().time() - begun < 5
        assert not upgrade.done()
        await reading.rollback()
        status, output = await upgrade
        assert status == 0, output
        await backup.close()


async def test_a_migration_that_removes_something_waits_for_the_last_older_server(url: str, tmp_path: Path) -> None:
    new = tmp_path / "new"
    async with PostgresStore(url) as old:
        table = await new_table(old)
        status, output = await next_version(new, url, ADDING, REMOVING)
        assert status != 0 and "servers of an older Kolej use this database" in output
        # What older servers can live with was done, and the rest was not.
        assert await schema(url) == (NOW + 1, 0)
        await old.check_write(1)
        await old.append(table, 0, [move("still there")])
    status, output = await next_version(new, url, ADDING, REMOVING)
    assert status == 0 and output.split()[-1] == str(NOW + 2), output
    assert await schema(url) == (NOW + 2, NOW + 2)
    with pytest.raises(Newer, match="used by a newer Kolej"):
        async with PostgresStore(url):
            pass


async def test_a_server_that_was_cut_off_does_not_come_back_to_a_newer_schema(url: str) -> None:
    async with PostgresStore(url) as old:
        table = await new_table(old)
        admin = await asyncpg.connect(url)
        await admin.execute("UPDATE kolej_schema SET needs = $1", NOW + 1)
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        await admin.execute(f"SELECT pg_terminate_backend(pid) {others}")
        with pytest.raises(Newer):
            await old.append(table, 0, [move("late")])
        assert await admin.fetchval("SELECT count(*) FROM entries") == 0
        await admin.close()


async def test_of_several_new_servers_one_migrates(url: str, tmp_path: Path) -> None:
    async with PostgresStore(url):
        pass
    opened = await asyncio.gather(*(next_version(tmp_path / "new", url, ADDING) for _ in range(3)))
    assert [status for status, _ in opened] == [0, 0, 0], opened


def test_every_migration_says_what_it_needs() -> None:
    assert Migration(7, "0007.sql", "-- Why.\n-- needs: 7\nDROP TABLE x;").needs == 7
    assert Migration(7, "0007.sql", "CREATE TABLE x ();").needs == 0
    for step in migrate.migrations():
        assert step.needs <= step.number
