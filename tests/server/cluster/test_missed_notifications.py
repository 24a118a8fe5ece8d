"""Notifications that a process has missed, or could not send, while its connection to PostgreSQL was lost."""

import asyncio

import asyncpg
import pytest

from kolej.server.accounts.revocation import Revocation
from kolej.server.cluster import cluster as cluster_module
from kolej.server.cluster.cluster import Cluster
from kolej.server.cluster.database import ClusterDatabase
from kolej.server.time import SystemTime
from kolej.store.postgres.store import PostgresStore
from tests.support.event_loop import run_limited, until
from tests.support.postgres_server import MISSING, programs, shared_postgres

pytestmark = pytest.mark.skipif(programs() is None, reason=MISSING)

OPEN, REVOKED = b"open", b"revoked"


async def nothing() -> None:
    """Stands for the loading of tables."""


async def cut(url: str) -> None:
    """End all other connections to a database."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
def test_a_token_that_was_revoked_unheard_closes_its_sockets(long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that were replaced are announced for a while; only after a longer time all logs are read again."""
    if long:
        monkeypatch.setattr(cluster_module, "REPEATED_SECONDS", 0.0)

    async def test() -> None:
        url, closed, read = shared_postgres().new_database(), list[Revocation](), list[str]()

        async def load(code: str) -> None:
            raise AssertionError("no table is running")

        async def read_again() -> None:
            read.append("all")

        async with PostgresStore(url) as store:
            for name, token in (("Ada", OPEN), ("Bob", REVOKED)):
                await store.add_person(name, 0, token)
        cluster = Cluster(url, None, "one", SystemTime())
        cluster.connect(nothing, load, closed.append, lambda: [OPEN, REVOKED], lambda: None)
        monkeypatch.setattr(cluster.hub, "read_again", read_again)
        async with cluster:
            async with PostgresStore(url) as store:
                await store.drop_token(REVOKED)
            await asyncio.sleep(0)
            assert not closed
            await cut(url)
            cluster.membership.wake()
            await until(lambda: closed)
            assert [each.token for each in closed] == [REVOKED]
            if long:
                await until(lambda: read)
        assert bool(read) is long

    run_limited(test())


def test_what_must_not_be_lost_is_sent_when_the_database_is_back() -> None:
    async def test() -> None:
        url, heard = shared_postgres().new_database(), list[str]()
        there = ClusterDatabase(url, heard.append, lambda seconds: None)
        here = ClusterDatabase(url, lambda payload: None, lambda seconds: None)
        await there.open()
        await here.open()
        here.notify("a hint")
        here.notify("a revoked token", keep=True)
        here._connection.terminate()
        refused = here._url
        here._url = "postgresql:///?host=/nowhere"
        with pytest.raises(OSError):
            await here._send_waiting()
        here._url = refused
        sending = asyncio.create_task(here.send_notifications())
        await until(lambda: heard)
        assert heard == ["a revoked token"]
        sending.cancel()
        await here.close()
        await there.close()

    run_limited(test())
