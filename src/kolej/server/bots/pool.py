"""Bots think in processes of their own, so that a server never waits for them.

All decisions of a seat go to the same worker, one after another, and the bot remembers there what it planned. A worker
that dies or does not answer is replaced, and the move is thought of again by a bot made anew from the same seed.
"""

import asyncio
import logging
import sys
from contextlib import suppress
from zlib import crc32

import msgspec

from kolej.bots import BOTS
from kolej.bots.budget import FOREVER, Budget
from kolej.engine.knowledge.view import View
from kolej.server.bots.worker import LENGTH, Decision, Thought, framed
from kolej.server.errors import Refusal

PATIENCE = 10.0
"""Seconds that any decision may take, and three times its bot's budget on top."""
START = 30.0
"""Seconds that a worker may take to start."""
FALLBACK = "planner"
"""Plays when another bot fails: it is quick and knows every edition."""


log = logging.getLogger(__name__)


class Silent(Exception):
    """A worker died, or did not answer in time."""


class Life:
    """One process from its start to its end, and the pipes to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lost = False
        self._ready = asyncio.Event()
        self._waiting: dict[int, asyncio.Future[Thought]] = {}
        self._listening = asyncio.create_task(self._listen())

    async def answer(self, decision: Decision, patience: float) -> Thought:
        """What it thinks; `Silent` or `TimeoutError` if it never says."""
        await asyncio.wait_for(self._ready.wait(), START)
        if self.lost:
            raise Silent
        answer = self._waiting[decision.number] = asyncio.get_running_loop().create_future()
        assert self.process.stdin is not None
        with suppress(ConnectionError):
            # A broken pipe is noticed by whoever listens.
            self.process.stdin.write(framed(decision))
        return await asyncio.wait_for(answer, patience)

    async def _listen(self) -> None:
        """Hand answers to those who wait; an answer that nobody waits for any more is let go."""
        assert self.process.stdout is not None
        try:
            while True:
                length = int.from_bytes(await self.process.stdout.readexactly(LENGTH), "big")
                thought = msgspec.msgpack.decode(await self.process.stdout.readexactly(length), type=Thought)
                self._ready.set()
                answer = self._waiting.pop(thought.number, None)
                if answer is not None and not answer.done():
                    answer.set_result(thought)
        except (asyncio.IncompleteReadError, ConnectionError, msgspec.MsgspecError):
            self.lost = True
            self._ready.set()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(Silent())

    async def end(self) -> None:
        """End the process, whatever it is at, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        await self._listening


class Worker:
    """Somebody to ask, one decision after another: a process that is started when needed, and again when lost."""

    def __init__(self) -> None:
        self.started = 0
        self._life: Life | None = None
        self._birth: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._life.process.pid if self._life is not None else None

    async def ask(self, decision: Decision, patience: float) -> Thought:
        """Let it think, after all that it was asked before; with `Silent` its process is gone."""
        async with self._turn:
            await self.start()
            if self._life is None:
                raise Silent
            try:
                return await self._life.answer(decision, patience)
            except (Silent, TimeoutError) as error:
                if not self._closed:
                    log.warning("a worker of bots %s", "was lost" if isinstance(error, Silent) else "did not answer")
                await self._end()
                raise Silent from error

    async def start(self) -> None:
        """Start the process, unless there is one."""
        if self._life is not None and not self._life.lost:
            return
        if self._birth is None or self._birth.done():
            self._birth = asyncio.create_task(self._begin())
        # Nobody may be cancelled half-way through this: a process would be left that nobody knows of.
        await asyncio.shield(self._birth)

    async def _begin(self) -> None:
        await self._end()
        if self._closed:
            return
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-P", "-m", "kolej.server.bots.worker"]
        # A session of its own: Ctrl-C at a terminal is for the server, which then ends its workers.
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True)
        self._life = Life(process)
        self.started += 1

    async def _end(self) -> None:
        life, self._life = self._life, None
        if life is not None:
            await life.end()

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        if self._birth is not None:
            await asyncio.gather(self._birth, return_exceptions=True)
        await self._end()


class Thinkers:
    """The workers of one server."""

    def __init__(self, processes: int, patience: float = PATIENCE) -> None:
        if processes < 1:
            raise ValueError(f"bots need at least 1 process to think in, not {processes}")
        self.patience = patience
        self.thinking = 0
        """How many decisions are asked for just now."""
        self._workers = [Worker() for _ in range(processes)]
        self._asked = 0
        self._closed = False

    @property
    def replaced(self) -> int:
        """How many workers had to be replaced so far."""
        return sum(max(0, worker.started - 1) for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        """The processes that are alive."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def start(self) -> None:
        """Start the workers; they get ready on their own."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def close(self) -> None:
        """End every worker. Whoever still waits for a decision is told that the server shuts down."""
        self._closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def think(
        self, key: str, edition: str, seats: int, bot: str, seed: int, seat: int, view: View, legal: list[int]
    ) -> int:
        """The move that the bot chooses. `key` names the game and the seat: the same key, the same memory."""
        if bot not in BOTS:
            raise Refusal("bad-command", f'there is no bot "{bot[:60]}"; there are {", ".join(BOTS)}')
        worker = self._workers[crc32(key.encode()) % len(self._workers)]
        self.thinking += 1
        try:
            for name in (bot, bot, FALLBACK):
                if self._closed:
                    break
                self._asked += 1
                decision = Decision(self._asked, key, edition, seats, name, seed, seat, view, legal)
                with suppress(Silent, OSError):
                    thought = await worker.ask(decision, self.patience + 3 * seconds_of(name))
                    if thought.move in legal:
                        return thought.move
                    log.error("bot %s failed: %s", name, thought.fault or "its move is not legal")
        finally:
            self.thinking -= 1
        if self._closed:
            raise Refusal("busy", "the server is shutting down; the game goes on when it is back")
        raise Refusal("busy", f'the bot "{bot}" could not think of a move; try again in a moment')


def seconds_of(bot: str) -> float:
    """How long a bot may want to think."""
    budget: Budget = getattr(BOTS[bot](0), "budget", Budget(seconds=0))
    return budget.seconds if budget.seconds < FOREVER else 0
