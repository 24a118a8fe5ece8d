"""Limits over several servers: rates and open sockets are counted together, and by each server alone without Redis."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kolej.server.cluster import shared_limits
from kolej.server.cluster.redis_connection import RedisConnection
from kolej.server.cluster.shared_limits import SharedLimits
from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.settings import Settings
from tests.support.event_loop import run_limited, until
from tests.support.redis_server import RedisServer

SETTINGS = Settings(tables_per_hour=5, reads_per_minute=600, sockets_per_person=3, logins=2)


@asynccontextmanager
async def limits_at(server: RedisServer) -> AsyncIterator[Limits]:
    """The limits of one server."""
    async with RedisConnection(server.url) as redis:
        shared = SharedLimits(redis)
        limits = Limits(SETTINGS, shared=shared)
        await shared.start()
        try:
            yield limits
        finally:
            await shared.close()


def test_a_rate_is_counted_over_all_servers(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(redis_server) as one, limits_at(redis_server) as two:
            for limits in (one, two, one, two):
                await limits.tables.take("a")
                await limits.tables.check("a")
            await one.tables.take("a")
            for limits in (one, two):
                with pytest.raises(Refusal, match="too many tables"):
                    await limits.tables.check("a")
                with pytest.raises(Refusal, match="too many tables"):
                    await limits.tables.take("a")
                # Another address, and another limit.
                await limits.tables.take("b")
                await limits.guests.take("a")
            one.tables.give_back("a")
            await two.tables.take("a")

    run_limited(test())


def test_a_shared_bucket_fills_with_time(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(redis_server) as one, limits_at(redis_server) as two:
            for _ in range(300):
                await asyncio.gather(one.reads.take("a"), two.reads.take("a"))
            with pytest.raises(Refusal):
                for _ in range(100):
                    await two.reads.take("a")
            # Ten a second come back.
            await asyncio.sleep(0.3)
            await one.reads.take("a")
            await two.reads.take("a")

    run_limited(test())


def test_sockets_are_counted_over_all_servers_that_are_alive(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(redis_server) as one:
            async with limits_at(redis_server) as two:
                await one.person_sockets.enter(7)
                await two.person_sockets.enter(7)
                await two.person_sockets.enter(7)
                for limits in (one, two):
                    with pytest.raises(Refusal, match="you have 3 tables open"):
                        await limits.person_sockets.enter(7)
                    await limits.person_sockets.enter(8)
                two.person_sockets.leave(7)
                await until_entered(one, 7)
                with pytest.raises(Refusal):
                    await two.person_sockets.enter(7)
            # The second server is gone with its sockets.
            await one.person_sockets.enter(7)
            with pytest.raises(Refusal):
                await one.person_sockets.enter(7)

    run_limited(test())


async def until_entered(limits: Limits, person: int) -> None:
    """Enter, which another server that has just left may delay for a moment."""
    async with asyncio.timeout(5):
        while True:
            try:
                return await limits.person_sockets.enter(person)
            except Refusal:
                await asyncio.sleep(0.01)


def test_the_sockets_of_a_killed_server_do_not_delay_its_clients(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(redis_server) as other:
            async with RedisConnection(redis_server.url) as redis:
                killed = SharedLimits(redis)
                await killed.start()
                limits = Limits(SETTINGS, shared=killed)
                for _ in range(3):
                    await limits.person_sockets.enter(7)
                with pytest.raises(Refusal):
                    await other.person_sockets.enter(7)
                assert killed._heartbeat is not None
                killed._heartbeat.cancel()
            # Its connections have ended, and its heartbeat is valid for longer than this waits.
            assert shared_limits.ALIVE_MS > 5_000
            await until_entered(other, 7)

    run_limited(test())


def test_the_sockets_of_a_server_whose_channel_nobody_may_see_count_by_its_heartbeats(
    own_redis_server: RedisServer,
) -> None:
    own_redis_server.client().acl_setuser(
        "default", enabled=True, nopass=True, categories=["+@all"], keys=["*"], channels=["*"], commands=["-pubsub"]
    )

    async def test() -> None:
        async with limits_at(own_redis_server) as one, limits_at(own_redis_server) as two:
            for _ in range(3):
                await one.person_sockets.enter(7)
            with pytest.raises(Refusal):
                await two.person_sockets.enter(7)

    run_limited(test())


def test_a_server_that_has_lost_its_connection_for_a_moment_counts_again(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(redis_server) as one, limits_at(redis_server) as two:
            for _ in range(3):
                await one.person_sockets.enter(7)
            redis_server.client().client_kill_filter(_type="pubsub")

            async def refused() -> bool:
                try:
                    await two.person_sockets.enter(7)
                except Refusal:
                    return True
                two.person_sockets.leave(7)
                return False

            async with asyncio.timeout(5):
                while not await refused():
                    await asyncio.sleep(0.05)

    run_limited(test())


def test_the_sockets_of_a_server_whose_machine_has_failed_are_forgotten(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_limits, "ALIVE_MS", 200)
    monkeypatch.setattr(shared_limits, "HEARTBEAT_SECONDS", 0.05)

    async def test() -> None:
        async with RedisConnection(redis_server.url) as redis:
            killed = SharedLimits(redis)
            await killed.start()
            limits = Limits(SETTINGS, shared=killed)
            for _ in range(3):
                await limits.person_sockets.enter(7)
            async with limits_at(redis_server) as other:
                await asyncio.sleep(0.3)
                with pytest.raises(Refusal):
                    await other.person_sockets.enter(7)
                assert killed._heartbeat is not None
                killed._heartbeat.cancel()
                await until_entered(other, 7)

    run_limited(test())


def test_without_redis_each_server_counts_alone_and_together_when_it_is_back(own_redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(own_redis_server) as one, limits_at(own_redis_server) as two:
            await one.person_sockets.enter(7)
            await one.person_sockets.enter(7)
            own_redis_server.kill()
            await two.person_sockets.enter(7)
            await two.person_sockets.enter(7)
            for limits in (one, two):
                for _ in range(SETTINGS.tables_per_hour):
                    await limits.tables.take("a")
                with pytest.raises(Refusal):
                    await limits.tables.take("a")
            own_redis_server.start()
            client = own_redis_server.client()
            # Each of them sends its counts again to the empty Redis.
            await until(lambda: any(client.hlen(key) == 2 for key in client.keys("*:person-sockets:*")))
            for limits in (one, two):
                with pytest.raises(Refusal):
                    await limits.person_sockets.enter(7)

    run_limited(test())


def test_redis_holds_neither_addresses_nor_names(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with limits_at(redis_server) as limits:
            await limits.logins.take(("mina", "192.0.2.7"))
            await limits.address_sockets.enter("192.0.2.7")

    run_limited(test())
    client = redis_server.client()
    keys = client.keys("*:limits:*")
    assert len(keys) == 2
    assert not [key for key in keys if b"192.0.2.7" in key or b"mina" in key or client.ttl(key) < 0]
