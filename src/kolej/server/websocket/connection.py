"""The way from the server to one client: frames go out in order, and a reader who is too slow is cut off.

Whoever is cut off has lost nothing: it comes back with the last version it saw, and gets what it missed.
"""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, Protocol, cast

from litestar.types import Receive, Scope, Send

from kolej.server.uvicorn_ext.fast_websocket import EXTENSION, StraightProtocol

MOST_BYTES = 2**20
"""What may wait for a reader. A whole game's frames are about a third of it."""
MOST_FRAMES = 2000


class Line(Protocol):
    """A way to one client."""

    def write(self, frame: bytes) -> bool:
        """Send a frame; False when too much waits already, and then nobody should count on it."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """End it when everything has gone out."""
        ...

    def cut(self) -> None:
        """End it at once."""
        ...


class StraightLine:
    """Into the transport."""

    def __init__(self, protocol: StraightProtocol, send: Send) -> None:
        self._protocol = protocol
        self._send = send
        self._frames = 0

    def write(self, frame: bytes) -> bool:
        """Send a frame."""
        waiting = self._protocol.write_text(frame)
        self._frames = self._frames + 1 if waiting else 0
        return waiting <= MOST_BYTES and self._frames <= MOST_FRAMES

    async def close(self, code: int, reason: str) -> None:
        """End it."""
        self._protocol.flush()
        await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def cut(self) -> None:
        """End it at once."""
        self._protocol.cut()


class QueuedLine:
    """Through ASGI, for servers that have nothing better: a queue, and a task while there is something in it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None

    def write(self, frame: bytes) -> bool:
        """Queue a frame."""
        if self._bytes > MOST_BYTES or len(self._queue) > MOST_FRAMES:
            return False
        self._queue.append(frame)
        self._bytes += len(frame)
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return True

    async def close(self, code: int, reason: str) -> None:
        """End it when the queue is empty."""
        if self._task is not None:
            await asyncio.wait([self._task])
        await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def cut(self) -> None:
        """End it: what waits is dropped, and the client is told to go."""
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._leave())

    async def _drain(self) -> None:
        # A client that has gone is noticed by whoever reads.
        with suppress(OSError, RuntimeError):
            while self._queue:
                frame = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": frame.decode(), "bytes": None})
                self._bytes -= len(frame)
        self._task = None

    async def _leave(self) -> None:
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": 1013, "reason": ""})


def line_to(scope: Scope, send: Send) -> Line:
    """The best way that the server offers."""
    protocol = _straight(scope)
    return QueuedLine(send) if protocol is None else StraightLine(protocol, send)


def line_from(scope: Scope, receive: Receive) -> Receive:
    """The shortest way back."""
    protocol = _straight(scope)
    return receive if protocol is None else cast(Receive, protocol.receive)


def _straight(scope: Scope) -> StraightProtocol | None:
    extensions: dict[str, Any] = scope.get("extensions") or {}
    return extensions.get(EXTENSION)
