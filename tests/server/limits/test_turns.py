"""Turns: costly work that is done for a few at a time."""

import asyncio

from kolej.server.errors import Refusal
from kolej.server.limits import Turns
from tests.server.limits.clients import network


def test_costly_work_is_done_in_turns() -> None:
    turns = Turns(at_once=1, waiting=1, seconds=0.05, reason="many wait")
    log: list[str] = []

    async def work(name: str, key: str, done: asyncio.Event) -> None:
        try:
            async with turns.turn(key):
                log.append(name)
                await done.wait()
        except Refusal as refusal:
            assert refusal.code == "busy"
            log.append(f"{name} refused")

    async def run() -> None:
        done = asyncio.Event()
        first = [asyncio.create_task(work(name, "a", done)) for name in ("one", "two", "three")]
        other = asyncio.create_task(work("other", "b", done))
        await asyncio.sleep(0.01)
        # The second waits; there is no room for a third. Another key has turns of its own.
        assert log == ["one", "three refused", "other"]
        await asyncio.sleep(0.06)
        assert log[3:] == ["two refused"]
        first.append(asyncio.create_task(work("four", "a", done)))
        await asyncio.sleep(0)
        done.set()
        await asyncio.gather(*first, other)
        assert log[4:] == ["four"]
        assert not turns._gates and not turns._counts

    asyncio.run(run())


def test_a_turn_is_given_back_when_the_client_goes_away() -> None:
    turns = Turns(at_once=1, waiting=1, seconds=1, reason="many wait")

    async def run() -> None:
        async def work() -> None:
            async with turns.turn():
                await asyncio.sleep(10)

        tasks = [asyncio.create_task(work()) for _ in range(2)]
        await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(0.5), turns.turn():
            assert len(turns._counts) == 1

    asyncio.run(run())


def test_the_networks_of_one_client_take_one_turn() -> None:
    turns = Turns(at_once=1, waiting=1, seconds=1, reason="many wait")

    async def run() -> None:
        async with turns.turn(network(0)):
            other = turns.turn(network(1))
            waiting = asyncio.ensure_future(other.__aenter__())
            await asyncio.sleep(0)
            assert not waiting.done()
            # Not that of others, and an IPv4 address has no wider one.
            async with turns.turn(network(0, "2001:db8:2")), turns.turn("10.0.0.1"), turns.turn("10.0.0.2"):
                pass
        await waiting
        await other.__aexit__(None, None, None)
        assert not turns._counts

    asyncio.run(run())
