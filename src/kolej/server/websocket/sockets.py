"""Sockets: who may open one, and the talk over it.

One task reads a socket: it decodes a command, hands it to the table, sends the answer, and only then reads on. So a
socket has one command under way at most, and a flood waits where it comes from.
"""

import asyncio
from contextlib import suppress
from hashlib import sha256

from litestar.exceptions import WebSocketException
from litestar.types import Receive, Scope, Send

from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.accounts.people import People, shown_token, who
from kolej.server.errors import Refusal
from kolej.server.http.origins import check_origin
from kolej.server.limits import Bucket, Limits, neighbourhood
from kolej.server.logs import tell, tell_failure
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.tables.registry import Hall
from kolej.server.tables.table import Table
from kolej.server.time import Time
from kolej.server.websocket.connection import Line, line_from, line_to
from kolej.server.websocket.decoding import encode, kind, number, outcome, read, refused
from kolej.store.errors import StoreError

BURST = 2
"""Seconds' worth of commands that may come at once."""
PATIENCE = 100
"""Commands refused one after the other as too fast, after which the socket is closed."""
POLICY, TRY_LATER, RESTART = 1008, 1013, 1012
"""Why a socket is closed, in WebSocket's own numbers."""


class Socket:
    """One socket, as a table sees it: a watcher."""

    def __init__(self, line: Line, who: Who | None, token: str | None, metrics: Metrics) -> None:
        self.who = who
        self.seat: int | None = None
        self.token = None if token is None else sha256(token.encode()).digest()
        self.busy = False
        self._line = line
        self._metrics = metrics
        self._ended = False

    def send(self, frame: bytes) -> None:
        """Send a frame, unless the socket has ended; end it when its reader is too slow."""
        if self._ended:
            return
        self._metrics.frames.add()
        if not self._line.write(frame):
            self._ended = True
            self._metrics.cut.add("slow")
            tell("a socket was cut off because its reader is too slow", person=self.who and self.who.person)
            self._line.cut()

    async def end(self, refusal: Refusal, code: int) -> None:
        """Say why, and close."""
        if self._ended:
            return
        self.send(encode(wire.Gone(refusal.code, refusal.reason)))
        self._ended = True
        self._metrics.cut.add(refusal.code)
        with suppress(OSError, RuntimeError, TimeoutError, WebSocketException):
            async with asyncio.timeout(2):
                await self._line.close(code, refusal.code)


class Sockets:
    """Every socket of a server."""

    def __init__(
        self, settings: Settings, hall: Hall, people: People, limits: Limits, metrics: Metrics, time: Time
    ) -> None:
        self._settings = settings
        self._origins = frozenset(settings.origin)
        self._hall = hall
        self._people = people
        self._limits = limits
        self._metrics = metrics
        self._time = time
        self._open: set[Socket] = set()
        self._forgotten = 0
        """How often tokens were made worth nothing."""
        self._closing = False

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket from its handshake to its end."""
        await receive()
        headers = scope["headers"]
        address = neighbourhood(scope["client"][0] if scope["client"] else "")
        try:
            if self._closing:
                raise Refusal("busy", "the server is shutting down; come back in a moment")
            check_origin(headers, scope["scheme"], self._origins)
            self._limits.address_sockets.enter(address)
        except Refusal as refusal:
            await _turn_away(send, refusal)
            return
        token, _ = shown_token(headers)
        forgotten = self._forgotten
        try:
            try:
                person = await self._people.known(token)
            except StoreError as error:
                tell_failure("a token could not be looked up", error)
                await _turn_away(send, Refusal("storage", "nobody can be looked up now; come back in a moment"))
                return
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            socket = Socket(line_to(scope, send), who(person) if person else None, token, self._metrics)
            # Whoever made a token worth nothing meanwhile has not seen this socket.
            doubtful = token if person is not None and self._forgotten != forgotten else None
            await self._attend(socket, code, scope["query_string"], line_from(scope, receive), doubtful)
        except (OSError, WebSocketException):
            pass  # The client has gone.
        finally:
            self._limits.address_sockets.leave(address)

    async def _attend(
        self, socket: Socket, code: str, query: bytes, receive: Receive, doubtful: str | None = None
    ) -> None:
        person = socket.who and socket.who.person
        entered = False
        self._open.add(socket)
        try:
            if doubtful is not None and await self._people.known(doubtful) is None:
                raise Refusal("no-token", "you are logged out here; log in again")
            if person is not None:
                self._limits.person_sockets.enter(person)
                entered = True
            table = await self._hall.table(code)
            try:
                await table.attach(socket, number(query, "seat"), number(query, "since"))
                # By itself: whatever wakes it would else come through all that lies around it, cold memory every time.
                await asyncio.create_task(self._talk(socket, table, receive))
            finally:
                table.detach(socket)
        except Refusal as refusal:
            await socket.end(refusal, POLICY)
        except StoreError as error:
            tell_failure("a table could not be read", error)
            await socket.end(Refusal("storage", "the table can't be read now; come back in a moment"), TRY_LATER)
        except Exception as error:
            self._metrics.failures.add()
            tell_failure("a socket failed", error)
            await socket.end(Refusal("busy", "the server failed at this; come back in a moment"), TRY_LATER)
        finally:
            self._open.discard(socket)
            if entered:
                self._limits.person_sockets.leave(person)

    async def _talk(self, socket: Socket, table: Table, receive: Receive) -> None:
        rate = self._settings.commands_per_second
        bucket = Bucket(rate * BURST, rate, self._time.ticks())
        too_fast = 0
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            begun = self._time.ticks()
            text = message.get("text")
            if not bucket.take(begun):
                too_fast += 1
                if too_fast > PATIENCE:
                    raise Refusal("too-fast", f"slow down: at most {rate} commands a second")
                answer = refused(text, Refusal("too-fast", f"at most {rate} commands a second; wait a moment"))
                self._metrics.commands.add("unread", "too-fast")
                socket.send(answer)
                continue
            too_fast = 0
            socket.send(await self._answer(socket, table, text, begun))

    async def _answer(self, socket: Socket, table: Table, text: str | None, begun: float) -> bytes:
        try:
            command = read(text)
        except Refusal as refusal:
            self._metrics.commands.add("unread", refusal.code)
            return refused(text, refusal)
        if self._closing:
            return encode(wire.Refused(command.id, "busy", "the server is shutting down; send this again later"))
        socket.busy = True
        try:
            answer = await table.command(socket, command)
        except Refusal as refusal:
            answer = encode(wire.Refused(command.id, refusal.code, refusal.reason, refusal.rule))
        except StoreError as error:
            tell_failure("a command could not be kept", error)
            answer = encode(wire.Refused(command.id, "storage", "this can't be kept now; send it again in a moment"))
        except Exception as error:
            self._metrics.failures.add()
            tell_failure("a command failed", error, command=kind(command))
            answer = encode(wire.Refused(command.id, "busy", "the server failed at this; look, and try again"))
        finally:
            socket.busy = False
        self._metrics.ack.observe(self._time.ticks() - begun)
        self._metrics.commands.add(kind(command), outcome(answer))
        return answer

    async def forget(self, token: str) -> None:
        """Close what was opened with a token that is worth nothing any more."""
        self._forgotten += 1
        gone = sha256(token.encode()).digest()
        refusal = Refusal("no-token", "you have logged out")
        await asyncio.gather(*(each.end(refusal, POLICY) for each in list(self._open) if each.token == gone))

    async def forget_others(self, person: int, token: str) -> None:
        """Close what a person has open by any token but this one: the others are worth nothing any more."""
        self._forgotten += 1
        stays = sha256(token.encode()).digest()
        refusal = Refusal("no-token", "the password of your account was changed; log in again")
        theirs = [each for each in self._open if each.who is not None and each.who.person == person]
        await asyncio.gather(*(each.end(refusal, POLICY) for each in theirs if each.token != stays))

    async def close(self, seconds: float) -> None:
        """Take no more commands, let those under way end, and tell everyone."""
        self._closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(each.busy for each in self._open):
                    await asyncio.sleep(0.02)
        refusal = Refusal("busy", "the server is shutting down; come back in a moment")
        await asyncio.gather(*(each.end(refusal, RESTART) for each in list(self._open)))


async def _turn_away(send: Send, refusal: Refusal) -> None:
    """Answer a handshake as a request that is refused."""
    body = encode(wire.Problem(refusal.code, refusal.reason))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    with suppress(OSError):
        await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
