"""A link to Redis: one connection from connecting to its loss, on which many commands may be under way at once.

The library connects and logs in, and then this takes its connection over: bytes go straight to the transport, and what
arrives is handed on in the same step of the event loop. The library's streams and tasks cost several times as much.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import hiredis
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

Command = tuple[str | bytes | int | float, ...]
Receiver = Callable[[Any], None]
"""Called with every reply in order, and on a subscribed connection with every message; errors are passed as objects."""

MAX_UNSENT = 16 * 2**20
"""Bytes that may wait to be written: more are dropped, because nothing here is worth the memory of a server."""
_INCOMPLETE = object()


def connection_pool(url: str) -> ConnectionPool:
    """Makes connections for links; a lost one is not retried by the library, because the caller has to know."""
    return ConnectionPool.from_url(
        url, protocol=2, socket_timeout=None, retry=Retry(NoBackoff(), 0), client_name="kolej"
    )


def pack(command: Command) -> bytes:
    """A command as Redis reads it."""
    packed: bytes = hiredis.pack_command(command)  # type: ignore[arg-type]
    return packed


class RedisLink(asyncio.Protocol):
    """One connection: calls `receive` with what arrives, and `lost` at its end."""

    def __init__(self, pool: ConnectionPool, receive: Receiver, lost: Callable[[Exception], None]) -> None:
        self._connection: Connection = pool.make_connection()  # type: ignore[no-untyped-call]
        self._receive = receive
        self._lost = lost
        self._reader = hiredis.Reader(replyError=_reply_error, notEnoughData=_INCOMPLETE)
        self._transport: asyncio.WriteTransport | None = None

    async def open(self) -> None:
        """Connect and log in."""
        await self._connection.connect()  # type: ignore[no-untyped-call]
        writer: asyncio.StreamWriter | None = self._connection._writer
        if writer is None or writer.transport.is_closing():
            raise ConnectionError
        self._transport = writer.transport
        writer.transport.set_protocol(self)

    async def close(self) -> None:
        """Close the connection."""
        transport = self._transport
        if transport is not None and transport.get_write_buffer_size():
            # Redis takes nothing any more; waiting for it would keep the connection open.
            transport.abort()
        with suppress(RedisError, OSError):
            await self._connection.disconnect(nowait=True)

    def send(self, packed: bytes) -> bool:
        """Write packed commands; False if the connection is lost, or too much waits already."""
        transport = self._transport
        if transport is None or transport.is_closing() or transport.get_write_buffer_size() > MAX_UNSENT:
            return False
        transport.write(packed)
        return True

    # For the event loop

    def data_received(self, data: bytes) -> None:
        """Hand on every complete reply."""
        reader = self._reader
        reader.feed(data)
        while (reply := reader.gets()) is not _INCOMPLETE:
            self._receive(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end of the connection."""
        self._lost(exc or ConnectionError())


def _reply_error(text: str) -> Exception:
    return NoScriptError(text) if text.startswith("NOSCRIPT") else ResponseError(text)
