"""Request pacing: requests of one address are started a few at a time, so that commands and other requests get a turn.

Thousands of requests can arrive in one iteration of the event loop. If all were started then, everybody would wait
until each has had its first step, which for most is the whole response.
"""

import asyncio
from collections import deque
from collections.abc import Callable

MAX_STARTED = 8
"""Requests of one network that are started in one iteration of the event loop: a few milliseconds of work."""

Start = Callable[[], None]


class RequestPacer:
    """Starts requests, each network in its own order."""

    def __init__(self) -> None:
        self._started: dict[str, int] = {}
        """How many were started for each network in this iteration."""
        self._waiting: dict[str, deque[Start]] = {}
        self._scheduled = False

    def start(self, loop: asyncio.AbstractEventLoop, network: str, start: Start) -> None:
        """Start a request of a network, now or in a later iteration."""
        started = self._started.get(network, 0)
        if network in self._waiting or started >= MAX_STARTED:
            self._waiting.setdefault(network, deque()).append(start)
        else:
            self._started[network] = started + 1
            start()
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon(self._next_iteration, loop)

    def _next_iteration(self, loop: asyncio.AbstractEventLoop) -> None:
        self._started.clear()
        for network, waiting in list(self._waiting.items()):
            count = self._started[network] = min(MAX_STARTED, len(waiting))
            for _ in range(count):
                waiting.popleft()()
            if not waiting:
                del self._waiting[network]
        self._scheduled = bool(self._started)
        if self._scheduled:
            loop.call_soon(self._next_iteration, loop)
