"""A way around: short texts come straight in, and frames go straight to the transport.

ASGI sends with `await`, so whoever tells twenty sockets of a move needs a task for each. uvicorn's protocol can write
at once; this one shows the application how, in `scope["extensions"]["kolej.straight"]`. What is written in one turn of
the event loop leaves together: whoever moves gets the answer and the move in one packet.
"""

import asyncio
from functools import lru_cache
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "kolej.straight"

MOST_UNREAD = 4
"""Commands that may wait for a socket's task before no more are read. Stopping and starting costs two system calls."""

MOST_STRAIGHT = 1024
"""Bytes of a frame that may pass the parser by: far fewer than those at which the parser closes the connection."""

TEXT = 0x81
"""The first byte of a frame that is a whole text."""
MASKED = 0x80
SHORT, MIDDLING = 125, 126
"""Lengths up to the first stand in the second byte of a frame; where the other stands there, two more bytes tell it."""
REQUEST_END = b"\r\n\r\n"


class Inbox:
    """What has come and waits for the one task that reads. A queue of asyncio has room for many, and takes 2 kB."""

    __slots__ = ("_loop", "_messages", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """One more."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The next, once there is one."""
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._messages

    def qsize(self) -> int:
        """How many wait."""
        return len(self._messages)


class StraightProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a door for frames."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = cast("asyncio.Queue[Any]", Inbox(self.loop))
        self._heard = False
        """Whether a short text came since it was last asked."""
        self._between_frames = False
        """Whether all that came so far was whole, so that the parser waits for the beginning of a frame."""
        self._outgoing: list[bytes] = []
        self._waiting = 0
        """Bytes that the other side had not taken when the first of these frames was written, and those of these."""

    def handle_connect(self, event: Request) -> None:
        """Open the door together with the connection."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Take what came. A whole short text changes nothing in the parser's state: it need not pass through it."""
        if not self.handshake_initiated:
            super().data_received(data)
            self._between_frames = data.endswith(REQUEST_END)
            return
        if self._between_frames:
            text = unmasked(data) if self._open() and self.conn.current_size is None else None
            if text is not None:
                self._hand_over(text)
                return
            self._between_frames = whole(data)
        super().data_received(data)

    def _open(self) -> bool:
        return self.handshake_complete and not self.close_sent

    def _hand_over(self, text: str) -> None:
        self._heard = True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def send_keepalive_ping(self) -> None:
        """Ask whether the other side is there, unless it has just shown that it is."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def write_text(self, frame: bytes) -> int:
        """Send a text frame with this turn of the event loop, unless the connection has ended; how much waited before.

        A whole text frame changes nothing in the protocol's state, so it need not pass through it.
        """
        outgoing, length = self._outgoing, len(frame)
        if outgoing:
            waiting = self._waiting
        else:
            if not self._open() or self.transport.is_closing():
                return 0
            self.loop.call_soon(self.flush)
            waiting = self.transport.get_write_buffer_size()
        outgoing.append(head(length))
        outgoing.append(frame)
        self._waiting = waiting + length
        return waiting

    def flush(self) -> None:
        """Send what waits here, before anything else is written."""
        outgoing = self._outgoing
        if outgoing:
            whole = b"".join(outgoing)
            outgoing.clear()
            if self._open() and not self.transport.is_closing():
                self.transport.write(whole)

    def shutdown(self) -> None:
        """Say goodbye, but after what was said before."""
        self.flush()
        super().shutdown()

    def cut(self) -> None:
        """End the connection at once, whatever is still on its way."""
        self.transport.abort()


@lru_cache(maxsize=4096)
def head(length: int) -> bytes:
    """What comes before a text of this many bytes: a whole frame, text, its length in as few bytes as will do."""
    if length <= SHORT:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def frame_end(data: bytes, begin: int) -> int | None:
    """Where the masked frame that begins here ends; None if that can't be told, or it is very long."""
    if len(data) < begin + 4 or not data[begin + 1] & MASKED:
        return None
    length = data[begin + 1] - MASKED
    if length <= SHORT:
        return begin + 6 + length
    return begin + 8 + int.from_bytes(data[begin + 2 : begin + 4], "big") if length == MIDDLING else None


def whole(data: bytes) -> bool:
    """Whether these bytes are whole frames."""
    end: int | None = 0
    while end is not None and end < len(data):
        end = frame_end(data, end)
    return end == len(data)


def unmasked(data: bytes) -> str | None:
    """The text, if these bytes are one short text in a frame of its own."""
    if data[0] != TEXT or len(data) > MOST_STRAIGHT or frame_end(data, 0) != len(data):
        return None
    at = 2 if data[1] - MASKED <= SHORT else 4
    try:
        return apply_mask(data[at + 4 :], data[at : at + 4]).decode()
    except UnicodeDecodeError:
        return None
