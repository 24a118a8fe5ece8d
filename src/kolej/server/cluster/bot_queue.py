"""Bot queue: decisions of bots wait in Redis for workers on any machine.

Every process of a worker has a queue, in which networks, people and tables get their turn as in `bots/fair_lock.py`. As
in the pool of a server, all decisions of a seat go to the same process, which keeps the memory of its bot, and bots
that search have other processes than quick ones. A request has a *fit*: only processes of the same version of Kolej
with the same board are given it. Requests whose server has died expire.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from kolej import __version__
from kolej.engine.ruleset.rules import Edition
from kolej.server.bots.fair_lock import Owner
from kolej.server.bots.pool import budget_seconds
from kolej.server.cluster import bot_scripts as scripts
from kolej.server.cluster.redis_connection import UNAVAILABLE, RedisConnection, Script

HEARTBEAT_SECONDS = 1.0
QUICK, SEARCH = "quick", "search"
"""Bots that answer in milliseconds, and those that search for as long as their budget allows."""

MISSING, TAKEN, STRANDED, WAITING = range(4)
"""A request that is not known any more; one that is computed; one whose worker has died; one that waits in a queue."""


class Job(NamedTuple):
    """A request that a worker has taken."""

    id: str
    body: bytes


class Reply(msgspec.Struct, array_like=True):
    """What a worker answers: the move, or why there is none."""

    id: str
    move: int = -1
    fault: str = ""


class Status(NamedTuple):
    """The queue as a whole, and the state of each request that was asked for."""

    workers: int
    oldest: float
    """Seconds that the oldest request has waited for a worker."""
    states: list[int]


Processes = Sequence[tuple[str, str]]
"""Fits, and the name of a process for each: `WORKER.NUMBER`."""


def board_fit(edition: Edition | None) -> str:
    """What a worker must have to decide in a game: this version of Kolej, and the same board if it is a custom one."""
    if edition is None:
        return __version__
    return f"{__version__}:{edition.id}:{edition.rules.version}:{edition.fingerprint[:16]}"


def fit_for(bot: str, board: str) -> str:
    """What a process must be good for to be given the decisions of a bot."""
    return f"{SEARCH if budget_seconds(bot) else QUICK}:{board}"


def _name(text: str) -> str:
    # Addresses and ids are not needed to take turns.
    return blake2b(text.encode(), digest_size=8).hexdigest()


class BotQueue:
    """The queues in Redis, for servers and for workers. Without Redis, nothing is there."""

    def __init__(self, redis: RedisConnection) -> None:
        self._redis = redis
        self._prefix = redis.key("bots") + ":"

    async def push(self, id: str, fit: str, seat: str, owner: Owner, body: bytes) -> bool:
        """Add a request; False if no process could take it."""
        names = map(_name, owner)
        return bool(await self._run(scripts.PUSH, id, fit, seat, *names, body) == 1)

    async def push_again(self, id: str) -> bool:
        """Give a request to another process; False if there is none."""
        return bool(await self._run(scripts.PUSH_AGAIN, id) == 1)

    async def take(self, process: str) -> Job | None:
        """The next request of a process."""
        found = await self._run(scripts.TAKE, process)
        return None if found is UNAVAILABLE or not found else Job(found[0].decode(), found[1])

    async def finish(self, reply: Reply) -> bool:
        """Send a reply to the server that asked; False if Redis is lost, and the reply with it."""
        node = reply.id.partition("/")[0]
        return await self._run(scripts.FINISH, reply.id, node, msgspec.msgpack.encode(reply)) is not UNAVAILABLE

    async def withdraw(self, id: str) -> None:
        """Delete a request that is not needed any more."""
        await self._run(scripts.WITHDRAW, id)

    async def status(self, ids: list[str]) -> Status | None:
        """The state of the queues and of these requests; None without Redis."""
        found = await self._run(scripts.STATUS, *ids)
        return None if found is UNAVAILABLE else Status(found[0], found[1] / 1000, found[2:])

    async def announce(self, worker: str, processes: Processes) -> bool:
        """The heartbeat of a worker, whose processes may be given requests; False without Redis."""
        return await self._run(scripts.ANNOUNCE, worker, *_flat(processes)) is not UNAVAILABLE

    async def leave(self, processes: Processes) -> None:
        """Give these processes no more requests. Their worker finishes what it has."""
        await self._run(scripts.LEAVE, *_flat(processes))

    async def end(self, worker: str) -> None:
        """The end of a worker: what it has not finished is given to others."""
        await self._run(scripts.END, worker)

    async def listen_for_jobs(self, worker: str, handler: Callable[[str], None]) -> None:
        """Call the handler with the process of every new request for a worker."""
        await self._redis.subscribe(f"bots:jobs:{worker}", lambda message: handler(message.decode()))

    async def listen_for_replies(self, node: str, handler: Callable[[Reply], None]) -> None:
        """Call the handler with every reply to requests of a server."""
        decoder = msgspec.msgpack.Decoder(Reply)
        await self._redis.subscribe(f"bots:replies:{node}", lambda message: handler(decoder.decode(message)))

    async def _run(self, script: Script, *args: str | bytes) -> Any:
        return await self._redis.run(script, (), self._prefix, *args)


def _flat(processes: Processes) -> list[str]:
    return [word for pair in processes for word in pair]
