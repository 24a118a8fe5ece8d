"""Pacing: work that clients cause is done a little at a time, so that commands of players get a turn in between.

Thousands of requests can arrive in one iteration of the event loop. If all were parsed and started then, everybody
would wait for all of them. An acknowledged move takes about five iterations, so each of them has to be short.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from math import inf
from time import perf_counter

Work = Callable[[], bool]
"""Does something, and returns whether it was worth counting."""


class Pacer:
    """Does work of many networks within a budget for each iteration of the event loop, each network in its turn."""

    def __init__(self, most: int, seconds: float = inf) -> None:
        self._most = most
        self._seconds = seconds
        self._count = 0
        self._spent = 0.0
        """What was done, and for how long, in this iteration."""
        self._waiting: dict[str, deque[Work]] = {}
        """The network whose turn it is comes first."""
        self._scheduled = False

    def do(self, loop: asyncio.AbstractEventLoop, network: str, work: Work) -> None:
        """Do some work of a network, now or in a later iteration."""
        if self._waiting or not self._has_budget():
            self._waiting.setdefault(network, deque()).append(work)
        else:
            self._perform(work)
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._next_iteration, loop)

    def _has_budget(self) -> bool:
        return self._count < self._most and self._spent < self._seconds

    def _perform(self, work: Work) -> None:
        begun = perf_counter()
        self._count += work()
        self._spent += perf_counter() - begun

    def _next_iteration(self, loop: asyncio.AbstractEventLoop) -> None:
        self._count, self._spent = 0, 0.0
        self._scheduled = bool(self._waiting)
        if not self._scheduled:
            return
        # First, so that work which leads to more does not schedule it a second time.
        loop.call_soon(self._next_iteration, loop)
        while self._waiting and self._has_budget():
            network = next(iter(self._waiting))
            works = self._waiting.pop(network)
            work = works.popleft()
            if works:
                self._waiting[network] = works
            self._perform(work)
