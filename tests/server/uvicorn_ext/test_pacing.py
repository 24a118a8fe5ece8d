"""Pacing: a limited amount of work in each iteration of the event loop, networks in turn, all of it in the end."""

import asyncio
from collections.abc import Sequence

import pytest

from kolej.server.uvicorn_ext import pacing
from kolej.server.uvicorn_ext.pacing import Pacer

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
