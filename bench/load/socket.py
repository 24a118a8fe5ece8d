"""Minimal WebSocket and HTTP clients for the load test, so light that thousands fit into one process."""

import asyncio
import base64
import os
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

PATIENCE = 60.0
"""Seconds to wait for an answer. A server that takes longer has failed."""

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Unexpected(Exception):
    """The server gave an invalid answer, or none."""


class Socket(asyncio.Protocol):
    """One WebSocket: whole frames in, text out. Frames are masked with zeros, which changes no byte of them."""

    def __init__(self, hear: Callable[[bytes], object], lost: Callable[[str], None] = lambda why: None) -> None:
        self.hear = hear
        self.lost = lost
        self.open = False
        self._waiting = b""
        self._parts = b""
        self._why = "the connection broke"
        self._closed = False
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def connect(self, host: str, port: int, path: str, token: str | None, source: str | None = None) -> "Socket":
        """Open the WebSocket, from the address `source` if given; raises `Unexpected` if the server refuses."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(
            lambda: self, host, port, local_addr=(source, 0) if source else None
        )
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        try:
            await asyncio.wait_for(self._opened, PATIENCE)
        except BaseException:
            transport.abort()
            raise
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called when the connection is made, before the server has accepted the WebSocket."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Called when the connection is closed."""
        was_open, self.open = self.open, False
        if not self._opened.done():
            self._opened.set_exception(Unexpected(f"no WebSocket: {self._waiting[:300]!r}"))
        if not self.gone.done():
            self.gone.set_result(self._why)
        if was_open and not self._closed:
            self.lost(self._why)

    def data_received(self, data: bytes) -> None:
        """Parse all complete frames of the received bytes."""
        data = self._waiting + data
        if not self.open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end or not head.startswith(b"HTTP/1.1 101"):
                self._waiting = head + end + data
                return
            self.open = True
            self._opened.set_result(None)
        at = 0
        while len(data) >= at + 2:
            first, length = data[at], data[at + 1] & 127
            start = at + 2
            if length > 125:
                start += 2 if length == 126 else 8
                if len(data) < start:
                    break
                length = int.from_bytes(data[at + 2 : start], "big")
            if len(data) < start + length:
                break
            self._frame(first & 15, bool(first & 128), data[start : start + length])
            at = start + length
        self._waiting = data[at:]

    def _frame(self, code: int, last: bool, body: bytes) -> None:
        if code == PING:
            self.raw(PONG, body)
        elif code == CLOSE:
            number = int.from_bytes(body[:2], "big") if len(body) > 1 else 1005
            self._why = f"closed by the server: {number} {body[2:].decode(errors='replace')}".strip()
            self.raw(CLOSE, body[:2])
            self.transport.close()
        elif code in (0, TEXT, BINARY):
            self._parts += body
            if last:
                whole, self._parts = self._parts, b""
                self.hear(whole)

    @property
    def transport(self) -> asyncio.Transport:
        """The transport of the connection."""
        assert self._transport is not None
        return self._transport

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self.raw(TEXT, text)

    def raw(self, code: int, body: bytes, last: bool = True) -> None:
        """Send a frame of any kind, valid or not."""
        size = len(body)
        if size < 126:
            length = bytes([128 + size])
        elif size < 65536:
            length = b"\xfe" + size.to_bytes(2, "big")
        else:
            length = b"\xff" + size.to_bytes(8, "big")
        self.transport.write(bytes([128 * last + code]) + length + b"\0\0\0\0" + body)

    def close(self) -> None:
        """Close the connection without a closing handshake."""
        self._closed = True
        self._why = "closed here"
        if self._transport is not None:
            self._transport.abort()


class Http:
    """An HTTP connection for one request after another; opened again when the server has closed it."""

    def __init__(self, host: str, port: int, source: str | None = None) -> None:
        self.host = host
        self.port = port
        self.source = source
        """The address to connect from; None for the system's choice."""
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._busy = asyncio.Lock()

    async def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, headers: Sequence[str] = ()
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request, with additional headers; returns status, headers and body."""
        raw = b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Content-Length: {len(raw)}", *headers]
        if body is not None:
            lines.append("Content-Type: application/json")
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        request = ("\r\n".join(lines) + "\r\n\r\n").encode() + raw
        async with self._busy:
            fresh = self._writer is None
            try:
                return await asyncio.wait_for(self._once(request), PATIENCE)
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if fresh:
                    raise
                # An idle connection may have been closed; commands have ids, so that sending one again is safe.
                return await asyncio.wait_for(self._once(request), PATIENCE)

    async def _once(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._writer is None:
            source = (self.source, 0) if self.source else None
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port, local_addr=source)
        assert self._reader is not None
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in head[1:]:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        if "chunked" in headers.get("transfer-encoding", ""):
            body = await self._chunks()
        else:
            body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection", "").lower() == "close":
            self.close()
        return int(head[0].split()[1]), headers, body

    async def _chunks(self) -> bytes:
        assert self._reader is not None
        body = b""
        while size := int((await self._reader.readuntil(b"\r\n")).split(b";")[0], 16):
            body += (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readuntil(b"\r\n")
        return body

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None
