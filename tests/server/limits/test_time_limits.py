"""Time limits: the share of the event loop's time that work for one network may take."""

import asyncio
import itertools

import pytest

from kolej.server.errors import Refusal
from kolej.server.limits import MAX_KEYS, Limits, TimeLimit
from kolej.server.settings import Settings
from tests.server.limits.clients import Clock, network


def test_work_has_a_share_of_the_time() -> None:
    clock = Clock()
    limit = TimeLimit(share=0.1, burst=1, reason="you ask a lot", clock=clock)

    def work(seconds: float) -> None:
        limit.check("a")
        with limit.spend("a"):
            clock.now += seconds

    work(0.9)
    work(3)
    with pytest.raises(Refusal, match="you ask a lot") as refused:
        work(0)
    assert refused.value.code == "too-fast"
    limit.check("b")
    with limit.spend(network(0)):
        clock.now += 1
    assert not limit.has_left(network(1)) and limit.has_left(network(1, "2001:db8:2"))
    clock.now -= 1
    # 0.9 + 3 - 0.3 seconds are used.
    clock.now += 25
    with pytest.raises(Refusal):
        work(0)
    clock.now += 2
    work(0)


def test_one_piece_of_work_is_done_in_an_iteration_of_the_event_loop() -> None:
    clock = Clock()
    limit = TimeLimit(share=0.1, burst=1, reason="you ask a lot", clock=clock)
    log: list[str] = []

    async def ask(name: str) -> None:
        async with limit.turn("a"):
            clock.now += 1
            log.append(name)
            if name == "two":
                raise ValueError(name)

    async def run() -> None:
        asked = [asyncio.create_task(ask(name)) for name in ("one", "two", "three")]
        while not all(each.done() for each in asked):
            await asyncio.sleep(0)
            log.append("others")
        assert [isinstance(each.exception(), ValueError) for each in asked] == [False, True, False]

    asyncio.run(run())
    pieces = [n for n, name in enumerate(log) if name != "others"]
    assert [log[n] for n in pieces] == ["one", "two", "three"]
    assert all(later - earlier > 1 for earlier, later in itertools.pairwise(pieces)), log
    with pytest.raises(Refusal):
        limit.check("a")


def test_time_is_counted_for_a_limited_number_of_keys() -> None:
    clock = Clock()
    limit = TimeLimit(share=0.1, burst=1, reason="you ask a lot", clock=clock)
    with limit.spend(0):
        clock.now += 2
    for key in range(1, MAX_KEYS):
        with limit.spend(key):
            pass
    with pytest.raises(Refusal):
        limit.check(0)
    with limit.spend(MAX_KEYS):
        pass
    limit.check(0)


def test_lists_of_tables_have_a_share_of_the_time() -> None:
    clock = Clock()
    limits = Limits(Settings(), clock)

    async def test() -> None:
        async with limits.lists.turn("10.0.0.1"):
            clock.now += 1

    asyncio.run(test())
    with pytest.raises(Refusal, match="you list tables very often"):
        limits.lists.check("10.0.0.1")
    limits.lists.check("10.0.0.2")
