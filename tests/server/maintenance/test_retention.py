"""Retention: what is unused is deleted after the time in the settings, and nothing else."""

import asyncio

import pytest

from kolej.server.accounts.people import DAY_MS
from kolej.server.errors import Refusal
from kolej.server.maintenance.retention import FIRST_DELAY, INTERVAL, Retention
from kolej.server.tables.context import RECENT
from kolej.store.errors import DiskFull, UnknownPerson
from tests.support.fake_server import FakeServer, wait_until

DAYS = 90
DAY = DAY_MS / 1000


def retention_of(server: FakeServer, days: int = DAYS) -> Retention:
    return Retention(server.store, server.registry, server.time, days)


async def stored(server: FakeServer) -> set[str]:
    return {table.code for table in await server.store.tables()}


async def released(server: FakeServer) -> None:
    """Start again, so that no table is in memory only because it was looked at."""
    await server.restart()


async def test_tables_that_never_started_are_deleted(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    waiting, left, started, abandoned = [await server.table(ada) for _ in range(4)]
    listed = await server.table(ada, open=True)
    await server.change(left, ada, "leave")
    for table in (started, abandoned):
        await server.change(table, bob, "join")
        await server.change(table, ada, "start")
    for person in (ada, bob):
        await server.change(abandoned, person, "leave")
    unused, used = {waiting.code, left.code, listed.code}, {started.code, abandoned.code}
    del waiting, left, listed, table
    await released(server)
    server.time.advance((DAYS - 1) * DAY)
    await retention_of(server).delete_unused()
    assert await stored(server) == unused | used
    server.time.advance(2 * DAY)
    await retention_of(server, days=0).delete_unused()
    assert await stored(server) == unused | used
    await retention_of(server).delete_unused()
    assert await stored(server) == used
    for code in unused:
        with pytest.raises(Refusal) as refused:
            await server.registry.table(code)
        assert refused.value.code == "unknown-table"


async def test_a_table_that_somebody_looks_at_is_in_use(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    code = table.code
    await server.subscribe(table, ada)
    server.time.advance((DAYS + 1) * DAY)
    await retention_of(server).delete_unused()
    assert await stored(server) == {code}


async def test_a_change_counts_as_use(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada)
    code = table.code
    server.time.advance((DAYS - 1) * DAY)
    await server.change(table, bob, "join")
    del table
    await released(server)
    server.time.advance(2 * DAY)
    await retention_of(server).delete_unused()
    assert await stored(server) == {code}


async def test_many_are_deleted_page_by_page(server: FakeServer) -> None:
    ada = await server.person("Ada")
    for _ in range(RECENT + 50):
        await server.table(ada)
    for n in range(150):
        await server.store.add_person(f"Guest {n}", at=0)
    await released(server)
    server.time.advance((DAYS + 1) * DAY)
    await retention_of(server).delete_unused()
    assert await stored(server) == set()
    with pytest.raises(UnknownPerson):
        await server.store.person(ada.person)


async def test_guests_are_deleted_when_they_have_no_table_and_are_not_seen(server: FakeServer) -> None:
    now = server.time.now_ms()
    ada, bob = await server.person("Ada"), await server.person("Bob")
    gone = await server.store.add_person("Gone", at=now)
    seen = await server.store.add_person("Seen", at=now, token=b"t")
    table = await server.table(ada)
    await server.change(table, bob, "join")
    await server.change(table, ada, "start")
    server.time.advance((DAYS + 1) * DAY)
    await server.store.use_token(b"t", server.time.now_ms())
    await retention_of(server).delete_unused()
    with pytest.raises(UnknownPerson):
        await server.store.person(gone.id)
    for person in (ada.person, bob.person, seen.id):
        await server.store.person(person)


async def test_expired_tokens_are_deleted(server: FakeServer) -> None:
    ada = await server.store.add_person("Ada", at=server.time.now_ms(), token=b"t")
    server.time.advance(399 * DAY)
    await retention_of(server, days=0).delete_unused()
    assert len(await server.store.tokens(ada.id)) == 1
    server.time.advance(2 * DAY)
    await retention_of(server, days=0).delete_unused()
    assert await server.store.tokens(ada.id) == []


async def test_a_table_that_can_not_be_read_stays(server: FakeServer) -> None:
    broken = await server.store.create_table("BRCKEN", '{"settings": 7}', at=0)
    server.time.advance((DAYS + 1) * DAY)
    await retention_of(server).delete_unused()
    assert await stored(server) == {broken.code}


async def test_nothing_unused_is_deleted_right_after_a_start(server: FakeServer) -> None:
    """The clock of the machine may be wrong then."""
    ada = await server.person("Ada")
    code = (await server.table(ada)).code
    await released(server)
    server.time.advance((DAYS + 1) * DAY)
    running = asyncio.create_task(retention_of(server).run())
    await asyncio.sleep(0.05)
    server.time.advance(FIRST_DELAY - 1)
    await asyncio.sleep(0.05)
    assert await stored(server) == {code}
    server.time.advance(2)
    for _ in range(200):
        if not await stored(server):
            break
        await asyncio.sleep(0.01)
    assert await stored(server) == set()
    running.cancel()
    await asyncio.wait([running])


async def test_it_goes_on_after_a_failure_and_when_it_is_woken(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada)
    retention = retention_of(server)
    running = asyncio.create_task(retention.run())
    server.store.refuses = DiskFull("full")
    await server.store.begin_deletion(ada.person, "Former player", 1)
    retention.wake()
    await asyncio.sleep(0.05)
    assert await server.store.deletions() == [ada.person]
    server.store.refuses = None
    server.time.advance(INTERVAL)

    def forgotten() -> bool:
        return not table.state.seats[0].name

    await wait_until(forgotten)
    running.cancel()
    await asyncio.wait([running])
