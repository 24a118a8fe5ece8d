"""PostgreSQL that is cut off, killed and restarted: nothing acknowledged is lost, nothing is written twice."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress

import asyncpg
import pytest

from kolej.store.errors import CannotOpen, InUse, Newer, NotAStore, Repeated, StoreError, Unavailable, Uncertain
from kolej.store.models import NewEntry
from kolej.store.postgres import PostgresStore, appender
from kolej.store.postgres.queries import entries as entry_queries
from tests.store.entries import commands, move, new_table
from tests.store.postgres.writing import check_logs, write_until
from tests.support.postgres_server import MISSING, PostgresServer, programs, running_postgres, shared_postgres

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)


@pytest.fixture
def url() -> str:
    return shared_postgres().new_database()


@pytest.fixture(scope="module")
def durable() -> Iterator[PostgresServer]:
    """A server that syncs its disk, and may be killed."""
    with running_postgres() as server:
        yield server


async def test_lost_connections_lose_no_entry(url: str) -> None:
    async with PostgresStore(url) as store:
        tables = [await new_table(store) for _ in range(6)]
        stop, acknowledged = asyncio.Event(), list[str]()
        writers = [asyncio.create_task(write_until(stop, store, table, acknowledged)) for table in tables]
        admin = await asyncpg.connect(url)
        cut = 0
        for _ in range(15):
            await asyncio.sleep(0.05)
            cut += await admin.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'kolej%'"
            )
        stop.set()
        await asyncio.gather(*writers)
        await admin.close()
        assert cut > 15 and len(acknowledged) > 15
        await check_logs(store, tables, acknowledged)


async def test_a_killed_database_loses_no_entry(durable: PostgresServer) -> None:
    async with PostgresStore(durable.new_database()) as store:
        tables = [await new_table(store) for _ in range(6)]
        stop, acknowledged = asyncio.Event(), list[str]()
        writers = [asyncio.create_task(write_until(stop, store, table, acknowledged)) for table in tables]
        for _ in range(3):
            before = len(acknowledged)
            while len(acknowledged) < before + 30:
                await asyncio.sleep(0.02)
            await asyncio.to_thread(durable.stop, "immediate")
            await asyncio.to_thread(durable.start)
        stop.set()
        await asyncio.gather(*writers)
        await check_logs(store, tables, acknowledged)


async def test_without_a_database_the_result_is_uncertain(
    durable: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appender, "PATIENCE", 0.2)
    async with PostgresStore(durable.new_database()) as store:
        table = await new_table(store)
        await asyncio.to_thread(durable.stop, "immediate")
        try:
            with pytest.raises(Uncertain, match="not known whether"):
                await store.append(table, 0, [move("a")])
            with pytest.raises(Unavailable):
                await store.entries(table)
            with pytest.raises(Unavailable):
                await store.check_write(1)
        finally:
            await asyncio.to_thread(durable.start)
        assert await store.append(table, 0, [move("a")]) == 1
        assert await commands(store, table) == ["a"]


async def test_an_append_that_is_made_again_has_one_effect(url: str) -> None:
    async with PostgresStore(url) as store:
        table = await new_table(store)
        added = [move("a"), move()]
        connection = await asyncpg.connect(url)
        try:
            for _ in range(2):
                assert await entry_queries.append(connection, table, 0, added, None, append_id=7) == 2
            with pytest.raises(Repeated):
                await entry_queries.append(connection, table, 0, added, None, append_id=8)
        finally:
            await connection.close()
        assert await commands(store, table) == ["a", None]


async def test_two_servers_never_write_the_same_number(url: str) -> None:
    async with PostgresStore(url) as one, PostgresStore(url) as other:
        table = await new_table(one)
        for after in range(20):
            answers = await asyncio.gather(
                *(store.append(table, after, [move(f"{name}-{after}")]) for name, store in (("a", one), ("b", other))),
                return_exceptions=True,
            )
            assert answers.count(after + 1) == 1
            assert sum(isinstance(answer, StoreError) for answer in answers) == 1
        assert len(await commands(one, table)) == 20


async def test_a_log_can_not_be_changed_by_hand(url: str) -> None:
    async with PostgresStore(url) as store:
        table = await new_table(store)
        await store.append(table, 0, [move("a")])
        connection = await asyncpg.connect(url)
        try:
            for statement in ("UPDATE entries SET body = '1'", "DELETE FROM entries"):
                with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="only ever added to"):
                    await connection.execute(statement)
        finally:
            await connection.close()
        await store.replace_bodies(table, {1: '"new"'})
        assert [(entry.body, entry.command) for entry in await store.entries(table)] == [('"new"', "a")]


async def test_a_gap_in_a_log_is_found(url: str) -> None:
    async with PostgresStore(url) as store:
        table = await store.create_table("DAMAGE", "{}", at=1)
        await store.append(table.id, 0, [move(), move(), move()])
        assert await store.find_damage() == []
        connection = await asyncpg.connect(url)
        await connection.execute(
            "ALTER TABLE entries DISABLE TRIGGER entries_stay; DELETE FROM entries WHERE number = 2"
        )
        await connection.close()
        assert await store.find_damage() == ["the log of table DAMAGE has gaps"]
        assert store.damage is not None


async def test_one_server_at_a_time(url: str) -> None:
    async with PostgresStore(url, exclusive=True):
        with pytest.raises(InUse, match="another server"):
            await PostgresStore(url, exclusive=True).__aenter__()
    async with PostgresStore(url, exclusive=True):
        pass


async def _schema(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()


async def test_a_newer_schema_is_refused_only_if_it_needs_a_newer_server(url: str) -> None:
    async with PostgresStore(url):
        pass
    await _schema(url, "UPDATE kolej_schema SET version = 99")
    async with PostgresStore(url):
        pass
    await _schema(url, "UPDATE kolej_schema SET needs = 99")
    with pytest.raises(Newer, match="install that version"):
        await PostgresStore(url).__aenter__()


async def test_a_database_of_another_program_is_refused(url: str) -> None:
    await _schema(url, "CREATE TABLE tables (id int)")
    with pytest.raises(NotAStore):
        await PostgresStore(url).__aenter__()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://kolej:secret@127.0.0.1:1/kolej", "can't be reached"),
        ("postgresql://kolej:secret@/kolej?host=/nowhere", "can't be reached"),
    ],
)
async def test_what_can_not_be_opened_is_named_without_the_password(url: str, reason: str) -> None:
    with pytest.raises(CannotOpen, match=reason) as error:
        await PostgresStore(url).__aenter__()
    assert "secret" not in str(error.value)


async def test_an_unknown_database_is_named(url: str) -> None:
    with pytest.raises(CannotOpen, match="createdb"):
        await PostgresStore(url.replace("/test_", "/no_test_")).__aenter__()


async def test_a_cancelled_append_does_not_stop_others(url: str) -> None:
    async with PostgresStore(url) as store:
        table = await new_table(store)
        first = asyncio.create_task(store.append(table, 0, [NewEntry("move", json.dumps("x" * 1000), 1, "a")]))
        second = asyncio.create_task(store.append(table, 1, [move("b")]))
        await asyncio.sleep(0)
        first.cancel()
        with suppress(asyncio.CancelledError):
            await first
        assert await second == 2
        assert await commands(store, table) == ["a", "b"]
