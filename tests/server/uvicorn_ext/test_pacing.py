"""Pacing: a limited amount of work in each iteration of the event loop, networks in turn, all of it in the end."""

import asyncio
import time
from collections.abc import Sequence

import pytest

from kolej.server.limits import MAX_KEYS
from kolej.server.uvicorn_ext import pacing
from kolej.server.uvicorn_ext.pacing import NetworkRates, Pacer, Work

MOST = 3


async def done(
    pacer: Pacer, works: Sequence[str], later: str = "", idle: frozenset[str] = frozenset()
) -> list[list[str]]:
    """What is done in each iteration. The network of a work is its first letter."""
    loop = asyncio.get_running_loop()
    iterations: list[list[str]] = [[]]

    def give(name: str) -> None:
        def work() -> bool:
            iterations[-1].append(name)
            return name not in idle

        pacer.do(loop, name[0], work)

    for name in works:
        give(name)
    while sum(map(len, iterations)) < len(works) + bool(later):
        if len(iterations) == 2 and later:
            give(later)
        iterations.append([])
        await asyncio.sleep(0)
    return [each for each in iterations if each]


def of(network: str, count: int) -> list[str]:
    return [f"{network}{n}" for n in range(count)]


def test_a_little_work_is_done_at_once() -> None:
    assert asyncio.run(done(Pacer(MOST), of("a", 3))) == [["a0", "a1", "a2"]]


def test_more_is_done_later_and_in_order() -> None:
    iterations = asyncio.run(done(Pacer(MOST), of("a", 2 * MOST + 1)))
    assert [name for each in iterations for name in each] == of("a", 2 * MOST + 1)
    assert list(map(len, iterations)) == [MOST, MOST, 1]


def test_many_networks_together_have_one_budget_and_take_turns() -> None:
    iterations = asyncio.run(done(Pacer(MOST), [f"{network}{n}" for network in "abcdef" for n in range(2)]))
    assert all(len(each) <= MOST for each in iterations)
    assert iterations[1:] == [["b1", "c0", "d0"], ["e0", "f0", "c1"], ["d1", "e1", "f1"]]


def test_another_network_waits_for_one_turn_only() -> None:
    iterations = asyncio.run(done(Pacer(MOST), of("a", 20 * MOST), later="b9"))
    assert any("b9" in each for each in iterations[:4])


def test_what_cost_nothing_is_not_counted() -> None:
    works = of("a", 10)
    assert len(asyncio.run(done(Pacer(MOST), works, idle=frozenset(works)))) == 1


def test_the_time_of_an_iteration_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(1000))
    monkeypatch.setattr(pacing, "perf_counter", lambda: next(times))
    # Each work takes one second of this clock.
    assert list(map(len, asyncio.run(done(Pacer(100, 1.5), of("a", 5))))) == [2, 2, 1]


def noting(found: list[str], name: str) -> Work:
    def work() -> bool:
        found.append(name)
        return True

    return work


async def done_within(pacer: Pacer, works: Sequence[str], seconds: float) -> list[str]:
    """What is done in a time. The network of a work is its first letter."""
    found: list[str] = []
    loop = asyncio.get_running_loop()
    for name in works:
        pacer.do(loop, name[0], noting(found, name))
    await asyncio.sleep(seconds)
    return found


def test_a_network_rests_after_its_burst_and_others_do_not_wait_for_it() -> None:
    pacer = Pacer(100, rates=NetworkRates(rate=0.001, burst=4))
    assert asyncio.run(done_within(pacer, [*of("a", 10), *of("b", 3)], 0.1)) == [*of("a", 4), *of("b", 3)]


def test_what_rests_is_done_in_order_at_the_rate() -> None:
    pacer = Pacer(MOST, rates=NetworkRates(rate=200, burst=4))
    begun = time.monotonic()
    assert asyncio.run(done_within(pacer, of("a", 12), 0.5)) == of("a", 12)
    assert time.monotonic() - begun < 2

    slow = Pacer(MOST, rates=NetworkRates(rate=20, burst=4))
    found = asyncio.run(done_within(slow, of("a", 30), 0.3))
    assert found == of("a", len(found)) and 4 < len(found) <= 4 + 20 * 0.5


def test_cancelled_work_is_forgotten_while_it_waits_and_while_it_rests() -> None:
    async def left() -> list[str]:
        found: list[str] = []
        loop = asyncio.get_running_loop()
        pacer = Pacer(2, rates=NetworkRates(rate=100, burst=3))
        works = [noting(found, name) for name in of("a", 5)]
        for work in works:
            pacer.do(loop, "a", work)
        pacer.cancel("a", works[2])
        await asyncio.sleep(0.005)
        pacer.cancel("a", works[4])
        pacer.cancel("b", works[4])
        await asyncio.sleep(0.2)
        return found

    assert asyncio.run(left()) == ["a0", "a1", "a3"]


def test_rates_of_a_limited_number_of_networks_are_remembered() -> None:
    rates = NetworkRates(rate=1, burst=1)
    assert rates.take("first", 0) and not rates.take("first", 0)
    for number in range(MAX_KEYS):
        assert rates.take(str(number), 0)
    assert rates.take("first", 0)
