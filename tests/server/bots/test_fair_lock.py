"""The fair lock: who gets it next, and what happens to those who stop waiting."""

import asyncio
from collections.abc import Sequence

import pytest

from kolej.server.bots.fair_lock import MOST_WAITING, FairLock, Owner
from kolej.server.errors import Refusal


async def served(owners: Sequence[Owner], cancelled: tuple[int, ...] = ()) -> list[Owner]:
    """The order in which owners get a lock that they all want at once."""
    lock, order = FairLock(), list[Owner]()

    async def want(owner: Owner) -> None:
        async with lock.hold(owner):
            order.append(owner)
            await asyncio.sleep(0)

    async with lock.hold(("nobody", "", "")):
        tasks = [asyncio.create_task(want(owner)) for owner in owners]
        await asyncio.sleep(0)
        assert lock.waiting == len(owners)
        for number in cancelled:
            tasks[number].cancel()
        await asyncio.sleep(0)
        assert lock.waiting == len(owners) - len(cancelled)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert lock.waiting == 0
    async with asyncio.timeout(1), lock.hold(("nobody", "", "")):
        pass
    return order


def test_networks_then_people_then_tables_take_turns() -> None:
    mallory = [("1.2.3.4", person, table) for person in ("m", "n") for table in ("a", "b")]
    ada, bob = ("5.6.7.8", "ada", "c"), ("1.2.3.4", "bob", "d")
    order = asyncio.run(served([*mallory, mallory[0], ada, bob]))
    assert order == [mallory[0], ada, mallory[2], bob, mallory[1], mallory[3], mallory[0]]


def test_one_owner_is_served_in_order() -> None:
    tables = [("1.2.3.4", "ada", str(n)) for n in range(5)]
    assert asyncio.run(served(tables)) == tables


def test_those_who_stop_waiting_are_passed_over() -> None:
    tables = [("1.2.3.4", str(n), "a") for n in range(5)]
    assert asyncio.run(served(tables, cancelled=(0, 2, 4))) == [tables[1], tables[3]]


def test_a_turn_that_is_not_wanted_any_more_is_passed_on() -> None:
    async def play() -> None:
        lock = FairLock()

        async def want() -> str:
            async with lock.hold(("n", "p", "t")):
                return "held"

        async with lock.hold(("n", "p", "t")):
            first, second = asyncio.create_task(want()), asyncio.create_task(want())
            await asyncio.sleep(0)
        # The lock has been passed on to the first, which does not know it yet.
        first.cancel()
        assert await asyncio.wait_for(second, 1) == "held" and lock.waiting == 0

    asyncio.run(play())


def test_a_person_may_have_so_many_requests_waiting() -> None:
    async def play() -> None:
        lock = FairLock()

        async def want(person: str, table: int) -> None:
            async with lock.hold(("n", person, str(table))):
                pass

        async with lock.hold(("n", "p", "t")):
            tasks = [asyncio.create_task(want("p", n)) for n in range(MOST_WAITING)]
            await asyncio.sleep(0)
            with pytest.raises(Refusal) as refusal:
                async with asyncio.timeout(5):
                    await want("p", 99)
            assert refusal.value.code == "too-many"
            tasks.append(asyncio.create_task(want("q", 0)))
            await asyncio.sleep(0)
            assert lock.waiting == MOST_WAITING + 1
        await asyncio.gather(*tasks)
        async with lock.hold(("n", "p", "t")):
            task = asyncio.create_task(want("p", 0))
            await asyncio.sleep(0)
            assert lock.waiting == 1
        await task

    asyncio.run(play())
