"""The connection to one client: the fastest way to send and receive frames that the ASGI server offers.

Frames are sent in order. A client that reads too slowly is disconnected and loses nothing: it reconnects with the last
version it saw, and gets what it missed.
"""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, Protocol, cast

from starlette.types import Receive, Scope, Send

from kolej.server.uvicorn_ext.fast_websocket import EXTENSION, FastWebSocketProtocol

MAX_BYTES = 2**20
"""Bytes that may wait for a client. All frames of a game are about a third of that."""
MAX_FRAMES = 2000


class Outgoing(Protocol):
    """Sends frames to one client."""

    def write(self, frame: bytes) -> bool:
        """Send a frame; False when too much is waiting already, so that the socket should be closed."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Close the socket after all frames were sent."""
        ...

    def cut(self) -> None:
        """Disconnect at once."""
        ...


class DirectOutgoing:
    """Writes frames to the transport, through `FastWebSocketProtocol`."""

    def __init__(self, protocol: FastWebSocketProtocol, send: Send) -> None:
        self._protocol = protocol
        self._send = send
        self._frames = 0

    def write(self, frame: bytes) -> bool:
        """Send a frame."""
        waiting = self._protocol.write_text(frame)
        self._frames = self._frames + 1 if waiting else 0
        return waiting <= MAX_BYTES and self._frames <= MAX_FRAMES

    async def close(self, code: int, reason: str) -> None:
        """Close the socket after all frames were sent."""
        self._protocol.flush()
        await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def cut(self) -> None:
        """Disconnect at once."""
        self._protocol.cut()


class QueuedOutgoing:
    """Sends frames through ASGI, for other servers: a queue, and a task while it is not empty."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None

    def write(self, frame: bytes) -> bool:
        """Queue a frame."""
        if self._bytes > MAX_BYTES or len(self._queue) > MAX_FRAMES:
            return False
        self._queue.append(frame)
        self._bytes += len(frame)
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return True

    async def close(self, code: int, reason: str) -> None:
        """Close the socket after the queue is empty."""
        if self._task is not None:
            await asyncio.wait([self._task])
        await self._send({"type": "websocket.close", "code": code, "reason": reason})

    def cut(self) -> None:
        """Drop the queue and close the socket."""
        self._queue.clear()
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._close_now())

    async def _drain(self) -> None:
        # The task that reads notices when the client has disconnected.
        with suppress(OSError, RuntimeError):
            while self._queue:
                frame = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": frame.decode(), "bytes": None})
                self._bytes -= len(frame)
        self._task = None

    async def _close_now(self) -> None:
        with suppress(OSError, RuntimeError):
            await self._send({"type": "websocket.close", "code": 1013, "reason": ""})


def outgoing_to(scope: Scope, send: Send) -> Outgoing:
    """The fastest way to send that the ASGI server offers."""
    protocol = _fast_protocol(scope)
    return QueuedOutgoing(send) if protocol is None else DirectOutgoing(protocol, send)


def incoming_from(scope: Scope, receive: Receive) -> Receive:
    """The fastest way to receive that the ASGI server offers."""
    protocol = _fast_protocol(scope)
    return receive if protocol is None else cast(Receive, protocol.receive)


def note_known(scope: Scope) -> None:
    """The client has a valid token: its connection is not the first to give way when there are too many."""
    protocol = _fast_protocol(scope)
    if protocol is not None:
        protocol.note_known()


def _fast_protocol(scope: Scope) -> FastWebSocketProtocol | None:
    extensions: dict[str, Any] = scope.get("extensions") or {}
    return extensions.get(EXTENSION)
