"""The bot queue in Redis: the same turns as the lock of one server, and requests that are withdrawn or lost."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kolej.server.bots.fair_lock import FairLock, Owner
from kolej.server.cluster import bot_scripts
from kolej.server.cluster.bot_queue import MISSING, STRANDED, TAKEN, WAITING, BotQueue, Reply
from kolej.server.cluster.redis_connection import RedisConnection
from tests.support.event_loop import run_limited, until
from tests.support.redis_server import RedisServer


@asynccontextmanager
async def queue_at(server: RedisServer) -> AsyncIterator[BotQueue]:
    async with RedisConnection(server.url) as redis:
        yield BotQueue(redis)


async def turns_of_a_lock(owners: list[Owner]) -> list[int]:
    """The order in which a server's own lock serves these, while they all wait."""
    lock, order = FairLock(), list[int]()

    async def ask(number: int, owner: Owner) -> None:
        async with lock.hold(owner):
            order.append(number)
            await asyncio.sleep(0)

    async with lock.hold(("", "", "")):
        waiting = []
        for number, owner in enumerate(owners):
            waiting.append(asyncio.create_task(ask(number, owner)))
            await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    return order


@pytest.mark.parametrize("seed", range(5))
def test_turns_are_those_of_the_lock_of_one_server(seed: int, redis_server: RedisServer) -> None:
    rng = random.Random(seed)
    owners: list[Owner] = [(f"n{rng.randrange(3)}", f"p{rng.randrange(3)}", f"t{rng.randrange(3)}") for _ in range(60)]

    async def test() -> None:
        async with queue_at(redis_server) as queue:
            assert await queue.announce("worker", [("quick", "worker.0")])
            for number, owner in enumerate(owners):
                assert await queue.push(f"node/{number}", "quick", "seat", owner, b"%d" % number)
            order = []
            while (job := await queue.take("worker.0")) is not None:
                assert job.id == f"node/{job.body.decode()}"
                order.append(int(job.body))
            assert order == await turns_of_a_lock(owners)

    run_limited(test())


def test_one_person_with_many_requests_does_not_keep_others_waiting(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(redis_server) as queue:
            await queue.announce("worker", [("quick", "worker.0")])
            for number in range(200):
                await queue.push(f"mallory/{number}", "quick", "seat", ("m", "mallory", str(number)), b"")
            await queue.push("ada/1", "quick", "seat", ("a", "ada", "1"), b"")
            first = [await queue.take("worker.0") for _ in range(2)]
            assert "ada/1" in [job.id for job in first if job is not None]

    run_limited(test())


def test_a_seat_keeps_its_process_and_seats_are_spread(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(redis_server) as queue:
            processes = [("search", f"w{number}.1") for number in range(4)]
            for process in processes:
                await queue.announce(process[1].partition(".")[0], [process])

            async def given(times: int) -> dict[str, list[str]]:
                for number in range(times * 40):
                    assert await queue.push(f"n/{number}", "search", f"seat {number % 40}", ("a", "b", "c"), b"")
                found: dict[str, list[str]] = {}
                for _, name in processes:
                    while (job := await queue.take(name)) is not None:
                        found.setdefault(f"seat {int(job.id[2:]) % 40}", []).append(name)
                return found

            before = await given(2)
            assert len(before) == 40 and all(len(set(names)) == 1 for names in before.values())
            assert {names[0] for names in before.values()} == {name for _, name in processes}
            # Without one process, the seats of the others stay where they are.
            await queue.leave([processes[0]])
            after = await given(1)
            assert all(after[seat] == names[:1] for seat, names in before.items() if names[0] != processes[0][1])
            assert processes[0][1] not in {names[0] for names in after.values()}

    run_limited(test())


def test_a_request_is_refused_that_no_process_takes(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(redis_server) as queue:
            owner = ("a", "b", "c")
            assert not await queue.push("n/1", "quick", "seat", owner, b"")
            await queue.announce("worker", [("quick", "worker.0")])
            assert await queue.push("n/1", "quick", "seat", owner, b"")
            assert not await queue.push("n/2", "search", "seat", owner, b"")
            await queue.leave([("quick", "worker.0")])
            assert not await queue.push("n/3", "quick", "seat", owner, b"")
            status = await queue.status(["n/1", "n/2", "n/3"])
            assert status is not None and status.states == [STRANDED, MISSING, MISSING]

    run_limited(test())


def test_withdrawn_requests_are_passed_over(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(redis_server) as queue:
            await queue.announce("worker", [("quick", "worker.0")])
            for number in range(4):
                await queue.push(f"n/{number}", "quick", "seat", ("a", "b", str(number)), b"")
            for id in ("n/0", "n/2"):
                await queue.withdraw(id)
            jobs = [await queue.take("worker.0") for _ in range(3)]
            assert [job and job.id for job in jobs] == ["n/1", "n/3", None]

    run_limited(test())


def test_a_request_of_a_dead_worker_is_given_to_another_once(redis_server: RedisServer) -> None:
    async def test() -> None:
        replies: list[Reply] = []
        async with queue_at(redis_server) as queue:
            await queue.listen_for_replies("n", replies.append)
            await queue.announce("first", [("quick", "first.0")])
            await queue.push("n/1", "quick", "seat", ("a", "b", "c"), b"body")
            status = await queue.status(["n/1"])
            assert status is not None and status.states == [WAITING]
            assert await queue.take("first.0") == ("n/1", b"body")
            await queue.announce("second", [("quick", "second.0")])
            # One that takes nothing more still finishes what it has.
            await queue.leave([("quick", "first.0")])
            assert await queue.status(["n/1", "n/2"]) == (2, 0, [TAKEN, MISSING])
            await queue.end("first")
            assert await queue.status(["n/1"]) == (1, 0, [STRANDED])
            # Asked for twice, it is still computed once.
            assert await queue.push_again("n/1") and await queue.push_again("n/1")
            assert await queue.take("first.0") is None
            assert await queue.take("second.0") == ("n/1", b"body")
            assert await queue.take("second.0") is None
            assert await queue.finish(Reply("n/1", 7))
            await until(lambda: replies == [Reply("n/1", 7)])
            assert await queue.status(["n/1"]) == (1, 0, [MISSING])
            assert not await queue.push_again("n/1")

    run_limited(test())


def test_workers_are_forgotten_without_a_heartbeat(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(redis_server) as queue:
            await queue.announce("worker", [("quick", "worker.0")])
            client = redis_server.client()
            for key, member in (("workers", "worker"), ("fit:quick", "worker.0")):
                client.zincrby(f"kolej:0:bots:{key}", -bot_scripts.ALIVE_MS - 1, member)
            assert not await queue.push("n/1", "quick", "seat", ("a", "b", "c"), b"")
            assert await queue.status([]) == (0, 0, [])

    run_limited(test())


def test_everything_in_redis_expires_and_names_nobody(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(redis_server) as queue:
            await queue.announce("worker", [("quick", "worker.0")])
            for number in range(3):
                await queue.push(f"n/{number}", "quick", "seat", ("192.0.2.7", "ada", f"table {number}"), b"")
            await queue.take("worker.0")

    run_limited(test())
    client = redis_server.client()
    keys = set(client.keys("*"))
    assert len(keys) > 8
    # Two sets remain, from which what is old is removed.
    lasting = {key for key in keys if client.ttl(key) == -1}
    assert lasting == {b"kolej:0:bots:workers", b"kolej:0:bots:waiting"}
    assert not [key for key in keys if b"192.0.2.7" in key or b"ada" in key or b"table" in key]
    values = [client.hgetall(key) for key in keys if client.type(key) == b"hash"]
    assert values and "192.0.2.7" not in str(values)


def test_without_redis_there_is_nothing(own_redis_server: RedisServer) -> None:
    async def test() -> None:
        async with queue_at(own_redis_server) as queue:
            await queue.announce("worker", [("quick", "worker.0")])
            own_redis_server.kill()
            assert not await queue.push("n/1", "quick", "seat", ("a", "b", "c"), b"")
            assert await queue.take("worker.0") is None
            assert await queue.status(["n/1"]) is None
            assert not await queue.finish(Reply("n/1", 7)) and not await queue.announce(
                "worker", [("quick", "worker.0")]
            )

    run_limited(test())
