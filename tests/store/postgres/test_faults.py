"""PostgreSQL that is cut off, killed and restarted: nothing acknowledged is lost, nothing is written twice."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
import pytest

from bench.chaos.tcp_proxy import TcpProxy
from kolej.store.errors import CannotOpen, InUse, Newer, NotAStore, Repeated, StoreError, Unavailable, Uncertain
from kolej.store.models import NewEntry
from kolej.store.postgres import PostgresStore, appender
from kolej.store.postgres.connections import SESSION
from kolej.store.postgres.queries import entries as entry_queries
from kolej.store.postgres.queries import health as health_queries
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


async def test_damage_is_looked_for_in_short_statements(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between them nothing is locked, so that a server of the next version can change the schema."""
    monkeypatch.setattr("kolej.store.postgres.store.CHECKED_AT_ONCE", 2)
    async with PostgresStore(url) as store:
        for number in range(7):
            table = await new_table(store)
            if number != 3:
                await store.append(table, 0, [move(), move(), move()])
        connection = await asyncpg.connect(url)
        await connection.execute(
            "ALTER TABLE entries DISABLE TRIGGER entries_stay;"
            "DELETE FROM entries WHERE number = 1 AND table_id IN (2, 7)"
        )
        statements, checked_logs = 0, health_queries.checked_logs

        async def counted(*args: Any) -> list[tuple[int, str, bool]]:
            nonlocal statements
            statements += 1
            return await checked_logs(*args)

        monkeypatch.setattr(health_queries, "checked_logs", counted)
        assert len(await store.find_damage()) == 2
        assert statements == 5
        await connection.close()


async def test_a_process_that_is_stuck_in_a_health_check_makes_no_other_one_ill(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SESSION, "lock_timeout", "30000")
    async with PostgresStore(url) as one, PostgresStore(url) as other:
        await one.check_write(1_000)
        await other.check_write(1_000)
        stuck = await asyncpg.connect(url)
        await stuck.execute("BEGIN")
        await health_queries.check_write(stuck, one._server, 2_000)
        async with asyncio.timeout(10):
            await other.check_write(3_000)
            # Not even when it has been stuck for so long that its row is removed soon.
            await other.check_write(3 * health_queries.FORGOTTEN_MS)
        await stuck.execute("ROLLBACK")
        await other.check_write(3 * health_queries.FORGOTTEN_MS)
        assert await stuck.fetchval("SELECT count(*) FROM health_checks") == 1
        await stuck.close()


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


@asynccontextmanager
async def store_behind_proxy() -> AsyncIterator[tuple[PostgresStore, TcpProxy]]:
    """A store whose connections can be half open."""
    server = shared_postgres()
    proxy = TcpProxy(server.folder / ".s.PGSQL.5432")
    await proxy.open()
    database = server.new_database().split("/")[3].partition("?")[0]
    try:
        async with PostgresStore(f"postgresql://kolej@{proxy.host}:{proxy.port}/{database}") as store:
            yield store, proxy
            proxy.refuse()
    finally:
        await proxy.close()


async def test_half_open_connections_are_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(appender, "TIMEOUT", 0.3)
    monkeypatch.setattr(appender, "PATIENCE", 1.0)
    async with store_behind_proxy() as (store, proxy):
        table = await new_table(store)
        assert await store.append(table, 0, [move("a")]) == 1
        proxy.stall()
        # Each statement alone would take fifteen seconds to be given up.
        async with asyncio.timeout(8):
            with pytest.raises(Uncertain):
                await store.append(table, 1, [move("b")])
            with pytest.raises(Uncertain):
                await store.append(table, 1, [move("c"), move("d")])
        proxy.heal()
        last = len(await commands(store, table))
        assert await store.append(table, last, [move("e")]) == last + 1


async def test_the_machine_notices_cut_connections() -> None:
    async with store_behind_proxy() as (store, _), store._database.connection() as connection:
        used = connection._transport.get_extra_info("socket")
        assert used.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert used.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 8_000


async def test_a_process_that_is_stuck_in_an_append_delays_no_other_table(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SESSION, "lock_timeout", "30000")
    monkeypatch.setattr(appender, "TIMEOUT", 30.0)
    async with PostgresStore(url) as store:
        tables = [await new_table(store) for _ in range(20)]
        stuck = await asyncpg.connect(url)
        await stuck.execute("BEGIN")
        await entry_queries.append(stuck, tables[7], 0, [move("a"), move("b")], None, append_id=7)
        appends = [asyncio.ensure_future(store.append(table, 0, [move("c")])) for table in tables]
        async with asyncio.timeout(10):
            while sum(each.done() for each in appends) < 19:
                await asyncio.sleep(0.01)
        assert not appends[7].done()
        await stuck.execute("ROLLBACK")
        await stuck.close()
        assert await asyncio.gather(*appends) == [1] * 20
        # What the pool has again waits for locks like any other connection.
        await store._appender.close()
        for _ in range(5):
            async with store._database.connection() as connection:
                assert await connection.fetchval("SHOW lock_timeout") == "30s"
