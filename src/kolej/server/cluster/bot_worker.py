"""Bot worker of a cluster: `kolej worker` takes decisions of bots from the queues in Redis and computes them.

Bots run in processes of their own, as they do in a server: one for quick bots, and others for those that search. This
process takes requests for them, sends replies, and announces by a heartbeat that it is alive. A board is named by its
id in a request, never by a folder.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_hex

import msgspec

from kolej import __version__, editions
from kolej.bots import BOTS
from kolej.engine.ruleset.rules import Edition
from kolej.server import logs
from kolej.server.bots.pool import QUICK_WORKERS, TIMEOUT, Worker, WorkerLost, time_limit
from kolej.server.bots.request import BotRequest
from kolej.server.cluster.bot_queue import HEARTBEAT_SECONDS, QUICK, SEARCH, BotQueue, Job, Reply, board_fit
from kolej.server.cluster.redis_connection import RedisConnection
from kolej.server.cluster.supervision import run_always
from kolej.server.logs import log_event, log_failure
from kolej.server.settings import Settings
from kolej.server.tables.offered_editions import load_boards

POLL_SECONDS = 1.0
"""Seconds after which an idle process looks for requests by itself: a notification may have been lost."""
OWNER = ("", "", "")
"""A process is asked one thing at a time here, so nobody has to wait for a turn."""


class _Process:
    """One bot process with a queue of its own."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.bots = Worker()
        self._called = asyncio.Event()

    def call(self) -> None:
        """Let it look for a request."""
        self._called.set()

    async def wait(self) -> None:
        """Wait until it is called, but not too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self._called.wait()
        self._called.clear()


class BotWorker:
    """Computes decisions with a number of processes, for the boards that come with Kolej and for custom ones."""

    def __init__(
        self,
        redis: RedisConnection,
        processes: int,
        boards: Mapping[str, Edition] | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self._queue = BotQueue(redis)
        self._boards = dict(boards or {})
        self._timeout = timeout
        self._id = token_hex(8)
        kinds = [*[QUICK] * QUICK_WORKERS, *[SEARCH] * processes]
        self._processes = {f"{self._id}.{n}": _Process(f"{self._id}.{n}", kind) for n, kind in enumerate(kinds)}
        fits = [board_fit(None), *map(board_fit, self._boards.values())]
        self._announced = [(f"{each.kind}:{fit}", each.name) for each in self._processes.values() for fit in fits]
        """What is given to which process; nothing when this worker is stopping."""
        self._stopping = False

    async def run(self, stop: asyncio.Event) -> None:
        """Work until the event is set; what was begun is finished."""
        processes = self._processes.values()
        await asyncio.gather(*(each.bots.start() for each in processes))
        await self._queue.listen_for_jobs(self._id, self._call)
        tasks = [asyncio.create_task(self._work(each)) for each in processes]
        heartbeat = asyncio.create_task(run_always(self._announce, HEARTBEAT_SECONDS))
        try:
            await stop.wait()
            announced, self._announced, self._stopping = self._announced, [], True
            await self._queue.leave(announced)
            for each in processes:
                each.call()
            await asyncio.gather(*tasks)
        finally:
            for task in (heartbeat, *tasks):
                task.cancel()
            await asyncio.wait([heartbeat, *tasks])
            await self._queue.end(self._id)
            await asyncio.gather(*(each.bots.close() for each in processes))

    async def _announce(self) -> None:
        while True:
            await self._queue.announce(self._id, self._announced)
            await asyncio.sleep(HEARTBEAT_SECONDS)

    def _call(self, name: str) -> None:
        if name in self._processes:
            self._processes[name].call()

    async def _work(self, process: _Process) -> None:
        while not self._stopping:
            try:
                job = await self._queue.take(process.name)
                if job is None:
                    await process.wait()
                else:
                    await self._queue.finish(await self._reply(process, job))
            except Exception as error:
                log_failure("a request could not be answered", error)
                await asyncio.sleep(POLL_SECONDS)

    async def _reply(self, process: _Process, job: Job) -> Reply:
        try:
            request = msgspec.msgpack.decode(job.body, type=BotRequest)
        except msgspec.MsgspecError:
            return Reply(job.id, fault="the request can't be read")
        custom = self._boards.get(request.edition)
        if custom is not None:
            request = msgspec.structs.replace(request, edition=custom.source)
        elif request.edition not in editions.names():
            # Never a path: a request must not say which code runs here.
            return Reply(job.id, fault="the board is not offered here")
        if request.bot not in BOTS:
            return Reply(job.id, fault="there is no such bot here")
        limit = time_limit(request.bot, self._timeout)
        for _ in range(2):
            try:
                found = await process.bots.ask(OWNER, request, limit)
            except (WorkerLost, OSError):
                continue
            return Reply(job.id, found.move, found.fault)
        log_event("a decision ended two bot processes", logging.ERROR, bot=request.bot)
        return Reply(job.id, fault="its processes were lost")


def run_worker(settings: Settings, ready: Callable[[str], None]) -> None:
    """Work until a signal arrives. `ready` is called with the address of Redis when it answers."""
    logs.set_up(settings)
    boards = load_boards(settings.board)
    asyncio.run(_run(settings, boards, ready))


async def _run(settings: Settings, boards: Mapping[str, Edition], ready: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stop.set)
    redis = RedisConnection(settings.redis)

    def changed(available: bool) -> None:
        if available:
            ready(redis.address)

    redis.on_change(changed)
    async with redis:
        log_event("worker", version=__version__, processes=settings.workers, boards=len(boards))
        await BotWorker(redis, settings.workers, boards).run(stop)
    log_event("closed")
