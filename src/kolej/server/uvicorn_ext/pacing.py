"""Pacing: work that clients cause is done a little at a time, so that commands of players get a turn in between.

Thousands of requests can arrive in one iteration of the event loop. If all were parsed and started then, everybody
would wait for all of them. An acknowledged move takes about five iterations, so each of them has to be short. And the
event loop has to rest: while it is busy, the thread that writes to the store waits for Python's lock again and again.
So a network also has a rate. What comes faster is not refused, but waits.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from math import inf
from time import perf_counter

from kolej.server.limits import MAX_KEYS, Bucket

Work = Callable[[], bool]
"""Does something, and returns whether it was worth counting."""

REST_SECONDS = 0.02
"""Seconds that a network rests at least after it has used up its rate."""


class NetworkRates:
    """How often each network, or person, may do something: a number a second on average, and a burst."""

    def __init__(self, rate: float = inf, burst: float = inf) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, network: str, now: float) -> bool:
        """Count something that a network does; False if it has to wait."""
        if self._rate == inf:
            return True
        bucket = self._buckets.get(network)
        if bucket is None:
            bucket = self._buckets[network] = Bucket(self._burst, self._rate, now)
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(network)
        return bucket.take(now)


class Pacer:
    """Does work of many networks within a budget for each iteration of the event loop, each network in its turn."""

    def __init__(self, most: int, seconds: float = inf, rates: NetworkRates | None = None) -> None:
        self._most = most
        self._seconds = seconds
        self._rates = rates or NetworkRates()
        self._count = 0
        self._spent = 0.0
        """What was done, and for how long, in this iteration."""
        self._waiting: dict[str, deque[Work]] = {}
        """The network whose turn it is comes first."""
        self._resting: dict[str, deque[Work]] = {}
        """Work of networks that have used up their rate."""
        self._scheduled = False

    def do(self, loop: asyncio.AbstractEventLoop, network: str, work: Work) -> None:
        """Do some work of a network, now or in a later iteration."""
        if network in self._resting:
            self._resting[network].append(work)
            return
        if self._waiting or not self._has_budget():
            self._waiting.setdefault(network, deque()).append(work)
        elif self._rates.take(network, loop.time()):
            self._perform(work)
        else:
            self._rest(loop, network, deque((work,)))
            return
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._next_iteration, loop)

    def cancel(self, network: str, work: Work) -> None:
        """Forget work that waits."""
        for queues in (self._waiting, self._resting):
            works = queues.get(network)
            if works is not None and work in works:
                works.remove(work)
                if not works:
                    del queues[network]

    def _has_budget(self) -> bool:
        return self._count < self._most and self._spent < self._seconds

    def _perform(self, work: Work) -> None:
        begun = perf_counter()
        self._count += work()
        self._spent += perf_counter() - begun

    def _rest(self, loop: asyncio.AbstractEventLoop, network: str, works: deque[Work]) -> None:
        if not self._resting:
            loop.call_later(REST_SECONDS, self._wake, loop)
        self._resting[network] = works

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the networks that rested try again, after those that wait already."""
        self._waiting.update(self._resting)
        self._resting = {}
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._next_iteration, loop)

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
            if not self._rates.take(network, loop.time()):
                self._rest(loop, network, works)
                continue
            work = works.popleft()
            if works:
                self._waiting[network] = works
            self._perform(work)
