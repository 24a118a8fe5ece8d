"""Polling and the connection of the cluster: what it finds, and how it is made again when it is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import asyncpg
import pytest

from bench.chaos.tcp_proxy import TcpProxy
from kolej.server.cluster.database import UNAVAILABLE, ClusterDatabase
from kolej.server.cluster.hub import ClusterHub
from kolej.server.cluster.polling import poll
from kolej.store.errors import CannotOpen, InUse
from kolej.store.postgres import PostgresStore
from tests.store.entries import move, new_table
from tests.support.event_loop import run_limited, until
from tests.support.postgres_server import MISSING, programs, shared_postgres

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)


class FakeHub:
    """Follows some tables, and notes how long their logs are."""

    def __init__(self, followed: list[int]) -> None:
        self.followed = followed
        self.found: dict[int, int | None] = {}

    def grown(self, table: int, last: int | None) -> None:
        self.found[table] = last


class Notes:
    """What the connection has reported."""

    def __init__(self) -> None:
        self.received: list[str] = []
        self.reconnected = 0

    def reconnect(self, seconds: float) -> None:
        self.reconnected += 1


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[ClusterDatabase, Notes]]:
    notes = Notes()
    database = ClusterDatabase(url, notes.received.append, notes.reconnect)
    await database.open()
    try:
        yield database, notes
    finally:
        await database.close()


def test_a_poll_finds_how_far_each_log_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kolej.server.cluster.polling.AT_ONCE", 2)

    async def go() -> None:
        url = shared_postgres().new_database()
        async with PostgresStore(url) as store, opened(url) as (database, _):
            tables = [await new_table(store) for _ in range(3)]
            for after in range(2):
                await store.append(tables[1], after, [move()])
            await store.append(tables[2], 0, [move()])
            hub = FakeHub([*tables[1:], 999])
            await poll(database, cast(ClusterHub, hub))
            # Neither what nobody follows, nor an entry where there is no table any more.
            assert hub.found == {tables[1]: 2, tables[2]: 1, 999: None}

    run_limited(go())


def test_notifications_reach_every_process_also_after_a_lost_connection() -> None:
    async def go() -> None:
        url = shared_postgres().new_database()
        async with opened(url) as (one, sender), opened(url) as (_, other):
            sending = asyncio.ensure_future(one.send_notifications())
            one.notify("first")
            await until(lambda: other.received == ["first"])
            admin = await asyncpg.connect(url)
            await admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            # The first statement may find out that the connection is lost.
            for _ in range(2):
                try:
                    await one.fetch("SELECT 1")
                except UNAVAILABLE:
                    continue
            assert sender.reconnected == 1
            one.notify("second")
            await until(lambda: "second" in sender.received)
            sending.cancel()
            await admin.close()

    run_limited(go())


def test_a_half_open_connection_is_given_up_and_replaced() -> None:
    async def go() -> None:
        server = shared_postgres()
        proxy = TcpProxy(server.folder / ".s.PGSQL.5432")
        await proxy.open()
        name = server.new_database().split("/")[3].partition("?")[0]
        async with opened(f"postgresql://kolej@{proxy.host}:{proxy.port}/{name}") as (database, notes):
            proxy.stall()
            with pytest.raises(TimeoutError):
                await database.fetch("SELECT 1", timeout=0.2)
            proxy.heal()
            rows: list[Any] = await database.fetch("SELECT 1 AS one")
            assert rows[0]["one"] == 1 and notes.reconnected == 1
        await proxy.close()

    run_limited(go())


def test_a_database_that_is_being_copied_or_is_not_there_is_refused() -> None:
    async def go() -> None:
        url = shared_postgres().new_database()
        async with PostgresStore(url, exclusive=True):
            with pytest.raises(InUse, match="kolej migrate"):
                async with opened(url):
                    pass
        with pytest.raises(CannotOpen):
            async with opened("postgresql://kolej:secret@127.0.0.1:1/kolej"):
                pass

    run_limited(go())
