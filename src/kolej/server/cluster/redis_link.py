"""A link to Redis: one connection from connecting to its loss, on which many commands may be under way at once."""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from typing import Any

from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

Command = tuple[str | bytes | int | float, ...]
Receiver = Callable[[Any], None]
"""Called with every reply in order, and on a subscribed connection with every message; errors are passed as objects."""

MAX_QUEUED = 20_000
"""Commands that may wait to be written: more are dropped, because nothing here is worth the memory of a server."""


def connection_pool(url: str) -> ConnectionPool:
    """Makes connections for links; a lost one is not retried by the library, because the caller has to know."""
    # The timeout of a socket would end the reading of a connection on which nothing happens.
    return ConnectionPool.from_url(
        url, protocol=2, socket_timeout=None, retry=Retry(NoBackoff(), 0), client_name="kolej"
    )


class RedisLink:
    """One connection. Commands of one loop iteration are written together, and replies are read as they come."""

    def __init__(self, pool: ConnectionPool, receive: Receiver) -> None:
        self._connection: Connection = pool.make_connection()  # type: ignore[no-untyped-call]
        self._receive = receive
        self._queue: deque[Command] = deque()
        self._queued = asyncio.Event()

    async def open(self) -> None:
        """Connect and log in."""
        await self._connection.connect()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.disconnect(nowait=True)

    def send(self, command: Command) -> bool:
        """Write a command soon; False if too many wait already."""
        if len(self._queue) >= MAX_QUEUED:
            return False
        self._queue.append(command)
        self._queued.set()
        return True

    async def write(self) -> None:
        """Write what is sent, until the connection is lost."""
        while True:
            await self._queued.wait()
            self._queued.clear()
            commands = list(self._queue)
            self._queue.clear()
            await self._connection.send_packed_command(self._connection.pack_commands(commands), check_health=False)

    async def read(self) -> None:
        """Pass on what arrives, until the connection is lost."""
        while True:
            try:
                reply = await self._connection.read_response(timeout=math.inf, disconnect_on_error=False)
            except ResponseError as error:
                reply = error
            self._receive(reply)
