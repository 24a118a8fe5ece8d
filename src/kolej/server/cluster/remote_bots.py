"""Remote bots: decisions of bots are computed by workers on other machines, and by the server's own pool without them.

A request is given to a second worker when the first has died. Whatever else goes wrong - no worker, none in time, Redis
lost, a worker that fails - the pool of this process decides: a game never waits for a machine that is gone.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from secrets import token_hex
from time import monotonic

import msgspec

from kolej import editions
from kolej.server.bots.fair_lock import MOST_WAITING, Owner, too_many
from kolej.server.bots.pool import BotPool, check_bot, time_limit
from kolej.server.bots.request import BotRequest
from kolej.server.cluster.bot_queue import MISSING, STRANDED, WAITING, BotQueue, Reply, board_fit, fit_for
from kolej.server.cluster.redis_connection import RedisConnection
from kolej.server.logs import log_event, log_failure
from kolej.server.metrics import Metrics
from kolej.server.tables.offered_editions import OFFERED

CHECK_SECONDS = 1.0
"""Seconds between two looks at requests that are not answered."""
ATTEMPTS = 2
"""Workers that are given a request, one after another."""
PATIENCE = 5.0
"""Seconds that a decision may wait until a worker begins it; then it may take as long as its bot may."""


@dataclass
class _Asked:
    """A request that is not answered yet."""

    since: float
    answer: asyncio.Future[Reply | None]
    attempts: int = 1
    given: float = field(default_factory=monotonic)
    """When it was last put into the queue of a worker."""
    missing: int = 0
    """How often in a row Redis did not know it: its reply may be on the way the first time."""


class RemoteBots:
    """Chooses moves like `BotPool`: by workers while there are any, otherwise by a pool of this process."""

    def __init__(self, redis: RedisConnection, local: BotPool, metrics: Metrics, patience: float = PATIENCE) -> None:
        self._redis = redis
        self._queue = BotQueue(redis)
        self._local = local
        self._patience = patience
        self._node = token_hex(8)
        self._numbers = count(1)
        self._asked: dict[str, _Asked] = {}
        self._of_person: Counter[Owner] = Counter()
        self._withdrawing: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self.workers = 0
        """Workers that were alive when last looked at."""
        self.oldest_waiting = 0.0
        self.decisions = metrics.add_counter(
            "kolej_bot_decisions_total", "Decisions of bots, by a worker or, without one, by the server.", "by"
        )
        metrics.add_gauge("kolej_workers", "Bot workers of the cluster.", lambda: self.workers)
        metrics.add_gauge(
            "kolej_worker_queue_seconds",
            "Age of the oldest decision that waits for a worker.",
            lambda: self.oldest_waiting,
        )

    @property
    def pending(self) -> int:
        """How many decisions have been asked for and not answered."""
        return len(self._asked) + self._local.pending

    @property
    def oldest(self) -> float:
        """Seconds since the oldest of them was asked for; 0 if there is none."""
        first = next(iter(self._asked.values()), None)
        return max(monotonic() - first.since if first is not None else 0.0, self._local.oldest)

    async def start(self) -> None:
        """Begin to listen for replies."""
        self._redis.on_change(self._redis_changed)
        await self._queue.listen_for_replies(self._node, self._receive)
        self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Stop. What is pending is decided by the local pool, which refuses it when it is closed as well."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait([self._watching])
        self._give_up()

    async def choose_move(self, owner: Owner, request: BotRequest) -> int:
        """The number of the move that a bot chooses."""
        check_bot(request.bot)
        board = _board(request.edition)
        if self._redis.available and board is not None:
            name, fit = board
            sent = msgspec.structs.replace(request, edition=name)
            reply = await self._ask(owner, sent, fit_for(request.bot, fit))
            if reply is not None and reply.move in request.legal:
                self.decisions.add("worker")
                return reply.move
            if reply is not None:
                fault = reply.fault or "its move is not legal"
                log_event("a worker failed", logging.ERROR, bot=request.bot, fault=fault)
        self.decisions.add("server")
        return await self._local.choose_move(owner, request)

    async def _ask(self, owner: Owner, request: BotRequest, fit: str) -> Reply | None:
        """The reply of a worker; None if there is none."""
        person = owner[:-1]
        if self._of_person[person] >= MOST_WAITING:
            raise too_many()
        self._of_person[person] += 1
        id = f"{self._node}/{next(self._numbers)}"
        asked = self._asked[id] = _Asked(monotonic(), asyncio.get_running_loop().create_future())
        answered = False
        try:
            if not await self._queue.push(id, fit, request.key, owner, msgspec.msgpack.encode(request)):
                return None
            seconds = self._patience + time_limit(request.bot, self._local.timeout)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    reply = await asked.answer
                    answered = reply is not None
                    return reply
            return None
        finally:
            del self._asked[id]
            self._of_person[person] -= 1
            if not self._of_person[person]:
                del self._of_person[person]
            if not answered and self._redis.available:
                task = asyncio.create_task(self._queue.withdraw(id))
                self._withdrawing.add(task)
                task.add_done_callback(self._withdrawing.discard)

    def _receive(self, reply: Reply) -> None:
        asked = self._asked.get(reply.id)
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(reply)

    def _redis_changed(self, available: bool) -> None:
        if not available:
            self.workers = 0
            self._give_up()

    def _give_up(self) -> None:
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_result(None)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self._look()
            except Exception as error:
                log_failure("decisions of workers could not be looked at", error)

    async def _look(self) -> None:
        """Find requests whose worker has died, and those that Redis has lost."""
        ids = list(self._asked)
        status = await self._queue.status(ids)
        if status is None:
            return
        self.workers, self.oldest_waiting = status.workers, status.oldest
        for id, state in zip(ids, status.states, strict=True):
            asked = self._asked.get(id)
            if asked is None or asked.answer.done():
                continue
            asked.missing = asked.missing + 1 if state == MISSING else 0
            late = state == WAITING and monotonic() - asked.given > self._patience
            lost = late or asked.missing > 1 or (state == STRANDED and not await self._ask_again(id, asked))
            if lost and not asked.answer.done():
                asked.answer.set_result(None)

    async def _ask_again(self, id: str, asked: _Asked) -> bool:
        asked.attempts += 1
        asked.given = monotonic()
        return asked.attempts <= ATTEMPTS and await self._queue.push_again(id)


def _board(source: str) -> tuple[str, str] | None:
    """The id of an edition, and what a worker must have to play it; None if workers can't know it."""
    if source in editions.names():
        return source, board_fit(None)
    custom = OFFERED.custom_from(source)
    return None if custom is None else (custom.id, board_fit(custom))
