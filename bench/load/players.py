"""The players of a load test, and all of its tables."""

import argparse
import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Coroutine
from random import Random
from typing import Any

from bench.load.measurements import Disk, Times
from bench.load.server import Server
from bench.load.server_group import ServerGroup
from bench.load.socket import Http, Unexpected
from bench.load.table import Chair, Frame, guest, opened
from kolej.cli.commands.bench import baseline

TICK = 0.004
"""Seconds between two checks of how many moves are due."""
AT_ONCE = 16
"""The most HTTP requests at the same time."""


class Player(Chair):
    """A seat of the load: makes a move whenever one is due."""

    def __init__(self, load: "Load", token: str, code: str) -> None:
        super().__init__(token, code)
        self.load = load
        self.tokens: list[str] = []
        self.acting = ""
        self.ready = False

    def advanced(self) -> None:
        super().advanced()
        if self.over:
            self.load.finished(self.code)
        elif self.legal and not self.acting and not self.ready:
            self.ready = True
            self.load.ready.append(self)

    def answered(self, frame: Frame) -> None:
        began = self.sent.pop(frame.id, None)
        if frame.type == "refused":
            self.load.times.refused[frame.code] += 1
        if began is not None and frame.id == self.acting:
            self.acting = ""
            if frame.type == "ok":
                self.load.times.acknowledged.append(time.perf_counter() - began)
                self.load.moves += 1
            self.advanced()

    def lost(self, why: str) -> None:
        self.load.dropped[why] += 1


class Load:
    """All tables of the load, and the seats that are ready to move."""

    def __init__(self, server: Server | ServerGroup, options: argparse.Namespace) -> None:
        self.server = server
        self.options = options
        self.rng = Random(options.seed)
        self.tables: dict[str, list[Player]] = {}
        self.ready: list[Player] = []
        self.times = Times("warm-up")
        self.dropped: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.moves = 0
        self.replaced = 0
        self._http = [Http(server.host, server.port) for _ in range(AT_ONCE)]
        self._free = asyncio.Queue[Http]()
        for http in self._http:
            self._free.put_nowait(http)
        self._tasks: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def http(self) -> Any:
        """An unused HTTP connection."""
        http = await self._free.get()
        try:
            yield http
        finally:
            self._free.put_nowait(http)

    async def guests(self, count: int) -> list[str]:
        """New guests."""

        async def one() -> str:
            async with self.http() as http:
                return await guest(http)

        return list(await asyncio.gather(*(one() for _ in range(count))))

    async def table(self, tokens: list[str], **settings: Any) -> list[Player]:
        """A new table with these people, whose game has begun."""
        edition = self.rng.choice(self.options.edition)
        defaults = {"undo": "none", "absent": 86_400, "pace": 0}
        async with self.http() as http:
            code = await opened(http, tokens, edition, **{**defaults, **settings})
        chairs = [Player(self, token, code) for token in tokens]
        self.tables[code] = chairs
        await asyncio.gather(*(chair.sit(self.server.host, self.server.port_for(code)) for chair in chairs))
        await asyncio.gather(*(chair.dealt() for chair in chairs))
        return chairs

    async def open(self, count: int) -> float:
        """Open tables; returns the seconds it took."""
        began = time.perf_counter()
        seats = self.options.seats
        tokens = await self.guests(count * seats)
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(at: int) -> None:
            async with limit:
                await self.table(tokens[at * seats : (at + 1) * seats])

        await asyncio.gather(*(one(at) for at in range(count)))
        return time.perf_counter() - began

    def finished(self, code: str) -> None:
        """Start another game for the people of a game that is over."""
        chairs = self.tables.pop(code, None)
        if chairs is not None:
            self.later(self.replace(chairs))

    async def replace(self, chairs: list[Player]) -> None:
        """Move the people of a table to a new one."""
        await self.table([chair.token for chair in chairs])
        self.replaced += 1
        for chair in chairs:
            chair.leave()

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, and count it if it fails."""

        async def counted() -> None:
            try:
                await work
            except (Unexpected, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.failed[f"{type(error).__name__} {str(error)[:120]}"] += 1

        task = asyncio.ensure_future(counted())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stretch(self, name: str, rate: float, seconds: float, disk: Disk) -> Times:
        """Make moves at a given rate for a given time."""
        self.times = times = Times(name)
        disk.times = times.synced
        computed, own = self.server.processor(), time.process_time()
        began = now = time.perf_counter()
        owed = 0.0
        while now - began < seconds:
            await asyncio.sleep(TICK)
            if now - began >= len(times.loops):
                times.loops.append(baseline())
            before, now = now, time.perf_counter()
            owed += (now - before) * rate
            while owed >= 1:
                owed -= 1
                if not self.move():
                    times.late += 1
        times.seconds = now - began
        times.computed = self.server.processor() - computed
        times.own = time.process_time() - own
        times.memory = self.server.memory()
        return times

    def move(self) -> bool:
        """Make a move at a seat that is ready."""
        while self.ready:
            at = self.rng.randrange(len(self.ready))
            chair, self.ready[at] = self.ready[at], self.ready[-1]
            self.ready.pop()
            chair.ready = False
            if chair.legal and chair.socket is not None and chair.socket.open:
                chair.acting = chair.act(self.rng)
                return True
        return False

    def unanswered(self) -> int:
        """How many commands have not been answered yet."""
        return sum(len(chair.sent) for chairs in self.tables.values() for chair in chairs)

    def gaps(self) -> int:
        """How many versions were not received by some seat."""
        return sum(chair.gaps for chairs in self.tables.values() for chair in chairs)

    async def close(self) -> None:
        """Close all connections."""
        for task in list(self._tasks):
            task.cancel()
        for chairs in self.tables.values():
            for chair in chairs:
                chair.leave()
        for http in self._http:
            http.close()
        await asyncio.sleep(0)
