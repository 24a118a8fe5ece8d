"""Connections of the attacker: bytes as they are, requests and WebSockets, all from its own addresses."""

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from bench.attack.abuse import Effort, Target
from bench.load.socket import Http, Socket, Unexpected
from bench.load.table import guest

SOURCE = "127.0.66.1"
"""The address of the attacker. Limits per address must not make honest players suffer, who have another one."""
ESTABLISHED = 1
"""The state of a connection in the first byte of Linux's TCP_INFO."""
FAILED = (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, Unexpected, ValueError)
"""What happens to a client whom the server refuses or disconnects."""


def source(number: int) -> str:
    """One of 250 addresses of an attacker who has several."""
    return f"127.0.66.{1 + number % 250}"


async def connected(target: Target, source: str = SOURCE, receive_buffer: int = 0) -> socket.socket:
    """A connection from an address, with a small receive buffer for clients that read little."""
    made = socket.socket(socket.AF_INET6 if ":" in target.host else socket.AF_INET)
    try:
        made.setblocking(False)
        if receive_buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        made.bind((source, 0))
        async with asyncio.timeout(5):
            await asyncio.get_running_loop().sock_connect(made, (target.host, target.port))
    except BaseException:
        made.close()
        raise
    return made


async def sent(connection: socket.socket, data: bytes, seconds: float) -> bool:
    """Send bytes; False if the server has closed the connection, or takes no more within this time."""
    try:
        async with asyncio.timeout(seconds):
            await asyncio.get_running_loop().sock_sendall(connection, data)
    except (OSError, TimeoutError):
        return False
    return True


async def received(connection: socket.socket, seconds: float, most: int = 65536) -> bytes | None:
    """The next bytes; none when the server has closed the connection, None when nothing comes in time."""
    try:
        async with asyncio.timeout(seconds):
            return await asyncio.get_running_loop().sock_recv(connection, most)
    except TimeoutError:
        return None
    except OSError:
        return b""


def request(target: Target, path: str, *headers: str) -> bytes:
    """The head of a GET request."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {target.host}:{target.port}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def handshake(target: Target, code: str, *headers: str) -> bytes:
    """The request for the WebSocket of a table."""
    wanted = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    return request(target, f"/api/tables/{code}/live", *wanted, key, *headers)


async def status(connection: socket.socket, seconds: float) -> int:
    """The status of the next answer; 0 if there is none."""
    answer = await received(connection, seconds)
    words = (answer or b"").split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def http(target: Target, source: str = SOURCE) -> Http:
    """An HTTP connection of the attacker."""
    return Http(target.host, target.port, source)


async def new_guest(target: Target, source: str = SOURCE) -> str:
    """The token of a new guest."""
    client = http(target, source)
    try:
        return await guest(client)
    finally:
        client.close()


class Answers:
    """A WebSocket that keeps the frames it received, up to a number."""

    MOST = 10_000

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.kinds: Counter[str] = Counter()
        self.gone = ""
        self._news = asyncio.Event()
        self.socket = Socket(self._hear, self._lost)

    def _hear(self, raw: bytes) -> None:
        frame = msgspec.json.decode(raw)
        self.kinds[frame["code"] if frame["type"] == "refused" else frame["type"]] += 1
        if len(self.frames) < self.MOST:
            self.frames.append(frame)
        self._news.set()

    def _lost(self, why: str) -> None:
        self.gone = why
        self._news.set()

    async def wait_for(self, seconds: float, **fields: Any) -> dict[str, Any] | None:
        """The first frame with these fields, if it comes in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    for frame in self.frames:
                        if fields.items() <= frame.items():
                            return frame
                    if self.gone:
                        return None
                    self._news.clear()
                    await self._news.wait()
        return None

    def send(self, id: str, type: str, **fields: Any) -> None:
        """Send a command."""
        if self.socket.open:
            self.socket.send(msgspec.json.encode({"id": id, "type": type, **fields}))


@contextlib.asynccontextmanager
async def live(
    target: Target, code: str, token: str | None, query: str = "", source: str = SOURCE
) -> AsyncIterator[Answers]:
    """The WebSocket of a table."""
    answers = Answers()
    path = f"/api/tables/{code}/live{query}"
    await answers.socket.connect(target.host, target.port, path, token, source)
    try:
        yield answers
    finally:
        answers.socket.close()


async def hold(connections: list[socket.socket], effort: Effort) -> int:
    """Keep connections open until the time is over, reading nothing; returns how many the server left open."""
    await asyncio.sleep(effort.seconds_left())
    return sum(established(each) for each in connections)


def established(connection: socket.socket) -> bool:
    """Whether the kernel takes a connection for established; reading would make room for more, and change that."""
    return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == ESTABLISHED


@contextlib.contextmanager
def closing(connections: list[socket.socket]) -> Any:
    """Close connections at the end, whatever happens."""
    try:
        yield connections
    finally:
        for each in connections:
            each.close()
