"""Pool of bot processes: bots compute their moves in worker processes, so that the server never waits for them.

All decisions of a seat go to the same worker, one after another, where the bot keeps its plan between them. A worker
that dies or does not answer in time is replaced, and a new bot with the same seed computes the move again.

Nobody can keep the workers from others. Bots that search for as long as their budget allows have workers of their own,
so that a bot that answers in milliseconds never waits for them; and each worker serves networks, people and tables in
turn (`fair_lock.py`).
"""

import asyncio
import logging
import sys
from contextlib import suppress
from functools import cache
from itertools import count
from time import monotonic
from zlib import crc32

import msgspec

from kolej.bots import BOTS
from kolej.bots.budget import NO_LIMIT, Budget
from kolej.server.bots.fair_lock import FairLock, Owner
from kolej.server.bots.request import BotRequest
from kolej.server.bots.worker import LENGTH, READY, BotReply, encode_frame
from kolej.server.errors import Refusal

TIMEOUT = 10.0
"""Seconds that any decision may take, in addition to three times the budget of its bot."""
START_TIMEOUT = 30.0
"""Seconds that a worker may take to start."""
FALLBACK = "planner"
"""The bot that plays when another one fails: it is fast and plays every edition."""
QUICK_WORKERS = 1
"""Workers for bots without a time budget, in addition to those that search."""


log = logging.getLogger(__name__)


class WorkerLost(Exception):
    """A worker died, or did not answer in time."""


class WorkerProcess:
    """One process from its start to its end, and the pipes to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lost = False
        self._ready = asyncio.Event()
        self._numbers = count(READY + 1)
        self._waiting: dict[int, asyncio.Future[BotReply]] = {}
        self._receiving = asyncio.create_task(self._receive())

    async def ask(self, request: BotRequest, timeout: float) -> BotReply:
        """The reply to a request; raises `WorkerLost` or `TimeoutError` if there is none."""
        await asyncio.wait_for(self._ready.wait(), START_TIMEOUT)
        if self.lost:
            raise WorkerLost
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            # A broken pipe is noticed by `_receive`.
            self.process.stdin.write(encode_frame(number, request))
        return await asyncio.wait_for(future, timeout)

    async def _receive(self) -> None:
        """Pass replies to their requests; a reply to a cancelled request is dropped."""
        assert self.process.stdout is not None
        decoder = msgspec.msgpack.Decoder(tuple[int, BotReply])
        try:
            while True:
                length = int.from_bytes(await self.process.stdout.readexactly(LENGTH), "big")
                number, reply = decoder.decode(await self.process.stdout.readexactly(length))
                self._ready.set()
                future = self._waiting.pop(number, None)
                if future is not None and not future.done():
                    future.set_result(reply)
        except (asyncio.IncompleteReadError, ConnectionError, msgspec.MsgspecError):
            self.lost = True
            self._ready.set()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(WorkerLost())

    async def end(self) -> None:
        """Kill the process and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        await self._receiving


class Worker:
    """A worker that answers one request at a time: its process is started when needed, and again when lost."""

    def __init__(self) -> None:
        self.started = 0
        self._process: WorkerProcess | None = None
        self._starting: asyncio.Task[None] | None = None
        self._lock = FairLock()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._lock.waiting

    @property
    def pid(self) -> int | None:
        """The id of the process, while there is one."""
        return self._process.process.pid if self._process is not None else None

    async def ask(self, owner: Owner, request: BotRequest, timeout: float) -> BotReply:
        """Send a request when it is its owner's turn; when this raises `WorkerLost` the process is gone."""
        async with self._lock.hold(owner):
            await self.start()
            if self._process is None:
                raise WorkerLost
            try:
                return await self._process.ask(request, timeout)
            except (WorkerLost, TimeoutError) as error:
                if not self._closed:
                    log.warning("a bot worker %s", "was lost" if isinstance(error, WorkerLost) else "did not answer")
                await self._end_process()
                raise WorkerLost from error

    async def start(self) -> None:
        """Start the process if there is none."""
        if self._process is not None and not self._process.lost:
            return
        if self._starting is None or self._starting.done():
            self._starting = asyncio.create_task(self._start_process())
        # A start must not be cancelled half-way: that would leave a process that nothing refers to.
        await asyncio.shield(self._starting)

    async def _start_process(self) -> None:
        await self._end_process()
        if self._closed:
            return
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-P", "-m", "kolej.server.bots.worker"]
        # A session of its own: Ctrl-C at a terminal goes to the server only, which then ends its workers.
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True)
        self._process = WorkerProcess(process)
        self.started += 1

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.end()

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        await self._end_process()


class BotPool:
    """The bot workers of one server: `processes` that search, and more for quick bots."""

    def __init__(self, processes: int, timeout: float = TIMEOUT) -> None:
        if processes < 1:
            raise ValueError(f"bots need at least 1 process, not {processes}")
        self.timeout = timeout
        self._quick = [Worker() for _ in range(QUICK_WORKERS)]
        self._searching = [Worker() for _ in range(processes)]
        self._workers = [*self._quick, *self._searching]
        self._since: dict[object, float] = {}
        """When each pending decision was asked for, the oldest first."""
        self._closed = False

    @property
    def pending(self) -> int:
        """How many decisions have been asked for and not answered."""
        return len(self._since)

    @property
    def waiting(self) -> int:
        """How many of them wait for a worker."""
        return sum(worker.waiting for worker in self._workers)

    @property
    def oldest(self) -> float:
        """Seconds since the oldest of them was asked for; 0 if there is none."""
        return monotonic() - next(iter(self._since.values())) if self._since else 0.0

    @property
    def replaced(self) -> int:
        """How many workers have been replaced so far."""
        return sum(max(0, worker.started - 1) for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The ids of the live processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def start(self) -> None:
        """Start the workers, without waiting until they are ready."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def close(self) -> None:
        """End every worker. Pending decisions are refused because the server is shutting down."""
        self._closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def choose_move(self, owner: Owner, request: BotRequest) -> int:
        """The number of the move that a bot chooses."""
        check_bot(request.bot)
        asked = object()
        self._since[asked] = monotonic()
        try:
            for bot in (request.bot, request.bot, FALLBACK):
                if self._closed:
                    break
                attempt = msgspec.structs.replace(request, bot=bot)
                with suppress(WorkerLost, OSError):
                    reply = await self._worker(attempt).ask(owner, attempt, time_limit(bot, self.timeout))
                    if reply.move in request.legal:
                        return reply.move
                    log.error("bot %s failed: %s", bot, reply.fault or "its move is not legal")
        finally:
            del self._since[asked]
        if self._closed:
            raise Refusal("busy", "the server is shutting down; the game goes on when it is back")
        raise Refusal("busy", f'the bot "{request.bot}" could not choose a move; try again in a moment')

    def _worker(self, request: BotRequest) -> Worker:
        """The worker of a bot: always the same one, because it keeps the bot's memory."""
        workers = self._searching if budget_seconds(request.bot) else self._quick
        return workers[crc32(request.key.encode()) % len(workers)]


def check_bot(bot: str) -> None:
    """Refuse a bot that does not exist."""
    if bot not in BOTS:
        raise Refusal("bad-command", f'there is no bot "{bot[:60]}"; there are {", ".join(BOTS)}')


def time_limit(bot: str, timeout: float = TIMEOUT) -> float:
    """Seconds that a decision of a bot may take."""
    return timeout + 3 * budget_seconds(bot)


@cache
def budget_seconds(bot: str) -> float:
    """The time budget of a bot; 0 if it has none."""
    budget: Budget = getattr(BOTS[bot](0), "budget", Budget(seconds=0))
    return budget.seconds if budget.seconds < NO_LIMIT else 0
