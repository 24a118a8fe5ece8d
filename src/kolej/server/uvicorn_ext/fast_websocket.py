"""Fast WebSocket protocol for uvicorn: short texts bypass the parser, and frames are written to the transport at once.

What a client can send and leave unread is limited: control frames and fragments by rate, texts that wait, and bytes.

ASGI sends with `await`, so that broadcasting a move to twenty sockets needs a task for each. uvicorn's protocol can
write synchronously; this subclass gives the application access, in `scope["extensions"]["kolej.fast_websocket"]`.
Frames written in one iteration of the event loop leave in one packet: the answer to a move together with its events.
"""

import asyncio
from functools import lru_cache
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from kolej.server.limits import Bucket
from kolej.server.uvicorn_ext.connections import Connections, plain_client

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "kolej.fast_websocket"

MAX_QUEUED = 4
"""Commands that may wait for a socket's task before reading is paused. Pausing and resuming costs two system calls."""

MAX_BYPASS = 1024
"""Bytes of a frame that may bypass the parser: far fewer than those at which the parser closes the connection."""

MAX_PIECE = 4 * 1024
"""Bytes that are parsed before limits are checked: a quarter of a megabyte of tiny frames would take half a second."""
MAX_SCANNED = 4 * MAX_PIECE
"""Bytes of which it is found out whether they are whole frames."""
MAX_INBOX = 100
"""Messages that may wait for a socket's task before parsing is paused."""
CONTROL_BURST, CONTROL_RATE = 100, 5
"""Pings, pongs and fragments: how many may come at once, and how many a second. Browsers only answer pings."""
MAX_UNREAD = 2**20
"""Bytes that may wait for a client which sends pings."""

FINAL_TEXT = 0x81
"""The first byte of an unfragmented text frame."""
MASKED = 0x80
MAX_LENGTH_7, LENGTH_16 = 125, 126
"""The second byte of a frame is its length up to the first value; the other means that two bytes with it follow."""
REQUEST_END = b"\r\n\r\n"


class Inbox:
    """Received messages that wait for the only task that reads. An `asyncio.Queue` would take 2 kB."""

    __slots__ = ("_loop", "_messages", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message and wake the reader."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """Wait for the next message."""
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Whether no message waits."""
        return not self._messages

    def qsize(self) -> int:
        """How many messages wait."""
        return len(self._messages)


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with limits, and with synchronous access for the application."""

    def __init__(self, *args: Any, open_connections: Connections | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._open_connections = open_connections or Connections()
        self._control: Bucket | None = None
        self._unparsed = b""
        """Received bytes that are parsed when fewer messages wait."""
        self.queue = cast("asyncio.Queue[Any]", Inbox(self.loop))
        self._active = False
        """Whether a text bypassed the parser since the last keepalive ping was due."""
        self._between_frames = False
        """Whether only whole frames have come so far, so that the parser expects the beginning of a frame."""
        self._outgoing: list[bytes] = []
        self._waiting = 0
        """Bytes in the transport's buffer when the first of these frames was written, plus those of these frames."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note the address of the client."""
        super().connection_made(transport)
        self.client = plain_client(self.client)

    def handle_connect(self, event: Request) -> None:
        """Publish this protocol in the scope of the connection."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Release what refers back to this protocol, so that the garbage collector has nothing to do."""
        super().connection_lost(exc)
        self._open_connections.remove_socket(self)
        self.conn.parser.close()
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"].pop(EXTENSION, None)

    def data_received(self, data: bytes) -> None:
        """Receive data. A whole short text leaves the parser's state unchanged, so it need not pass through it."""
        if not self.handshake_initiated:
            super().data_received(data)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse_handshake()
            # Part of a frame may follow the request and end in the same bytes.
            self._between_frames = data.startswith(b"GET ") and data.find(REQUEST_END) + len(REQUEST_END) == len(data)
            return
        if self._between_frames:
            text = unmasked_text(data) if self._open() and self.conn.current_size is None else None
            if text is not None:
                self._enqueue(text)
                return
            self._between_frames = len(data) <= MAX_SCANNED and are_whole_frames(data)
        if len(data) <= MAX_PIECE:
            super().data_received(data)
        else:
            # Reading is paused while messages wait, so there are no unparsed bytes before these.
            self._unparsed = data
            self._parse_pieces()

    def _refuse_handshake(self) -> None:
        """Answer a request that the parser of websockets can't read; uvicorn would leave the connection open."""
        self._open_connections.count("bad-request")
        self.close_sent = True
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def _parse_pieces(self) -> None:
        while self._unparsed and self.queue.qsize() < MAX_INBOX and not self.transport.is_closing():
            piece, self._unparsed = self._unparsed[:MAX_PIECE], self._unparsed[MAX_PIECE:]
            super().data_received(piece)

    async def receive(self) -> Any:
        """Wait for the next message, and go on parsing and reading what comes after it."""
        message = await self.queue.get()
        if self._unparsed:
            self._parse_pieces()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def handle_ping(self) -> None:
        """Answer a ping, within the limits."""
        if self._take_control():
            super().handle_ping()
            if self.transport.get_write_buffer_size() > MAX_UNREAD:
                self._cut_off("not-reading")

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, within the limits."""
        if self._take_control():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment, within the limits: an empty one adds nothing to the size of a message."""
        if self._take_control():
            super().handle_cont(event)

    def _take_control(self) -> bool:
        now = self.loop.time()
        if self._control is None:
            self._control = Bucket(CONTROL_BURST, CONTROL_RATE, now)
        if self.transport.is_closing():
            return False
        if not self._control.take(now):
            self._cut_off("flood")
            return False
        return True

    def _cut_off(self, reason: str) -> None:
        self._open_connections.count(reason)
        self.cut()

    def note_known(self) -> None:
        """The client has a valid token."""
        self._open_connections.note_known(self)

    def _open(self) -> bool:
        return self.handshake_complete and not self.close_sent

    def _enqueue(self, text: str) -> None:
        self._active = True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MAX_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    def send_keepalive_ping(self) -> None:
        """Send a ping, unless the client has just sent something and has read everything."""
        if self._active and not self.transport.get_write_buffer_size():
            self._active = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Disconnect a client that does not answer pings, without waiting until it reads."""
        if not self.close_sent and not self.transport.is_closing():
            self._open_connections.count("no-pong")
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.cut()

    async def send(self, message: Any) -> None:
        """Send an ASGI message. A refused handshake is a complete one; uvicorn would log it as an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    def read_progress(self) -> int | None:
        """Nothing while the connection is open, when pings find out whether the client reads."""
        return 0 if self.close_sent or self.transport.is_closing() else None

    def write_text(self, frame: bytes) -> int:
        """Send a text frame in this iteration of the event loop; returns how many bytes were waiting before.

        A whole text frame leaves the protocol's state unchanged, so it need not pass through it.
        """
        outgoing, length = self._outgoing, len(frame)
        if outgoing:
            waiting = self._waiting
        else:
            if not self._open() or self.transport.is_closing():
                return 0
            self.loop.call_soon(self.flush)
            waiting = self.transport.get_write_buffer_size()
        outgoing.append(frame_header(length))
        outgoing.append(frame)
        self._waiting = waiting + length
        return waiting

    def flush(self) -> None:
        """Write the frames that wait here, before anything else is written."""
        outgoing = self._outgoing
        if outgoing:
            data = b"".join(outgoing)
            outgoing.clear()
            if self._open() and not self.transport.is_closing():
                self.transport.write(data)

    def shutdown(self) -> None:
        """Close the connection after the frames that wait here."""
        self.flush()
        super().shutdown()

    def cut(self) -> None:
        """Disconnect at once, dropping what was not sent."""
        self.transport.abort()


@lru_cache(maxsize=4096)
def frame_header(length: int) -> bytes:
    """The header of an unfragmented text frame with a payload of this length."""
    if length <= MAX_LENGTH_7:
        return bytes((FINAL_TEXT, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def frame_end(data: bytes, begin: int) -> int | None:
    """The end of the masked frame that begins here; None if its header is incomplete or it is very long."""
    if len(data) < begin + 4 or not data[begin + 1] & MASKED:
        return None
    length = data[begin + 1] - MASKED
    if length <= MAX_LENGTH_7:
        return begin + 6 + length
    return begin + 8 + int.from_bytes(data[begin + 2 : begin + 4], "big") if length == LENGTH_16 else None


def are_whole_frames(data: bytes) -> bool:
    """Whether these bytes are a sequence of whole frames."""
    end: int | None = 0
    while end is not None and end < len(data):
        end = frame_end(data, end)
    return end == len(data)


def unmasked_text(data: bytes) -> str | None:
    """The payload, if these bytes are exactly one short text frame."""
    if data[0] != FINAL_TEXT or len(data) > MAX_BYPASS or frame_end(data, 0) != len(data):
        return None
    at = 2 if data[1] - MASKED <= MAX_LENGTH_7 else 4
    try:
        return apply_mask(data[at + 4 :], data[at : at + 4]).decode()
    except UnicodeDecodeError:
        return None
