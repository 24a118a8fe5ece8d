"""WebSockets of tables: the handshake, the loop that reads commands, and shutdown.

One task reads a socket: it decodes a command, passes it to the table, sends the answer, and only then reads the next.
So a socket has at most one command in progress, and a client that sends too much is slowed down by TCP.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

from starlette.types import Receive, Scope, Send

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.people import People, identity_of, token_in
from kolej.server.accounts.revocation import Revocation
from kolej.server.errors import Refusal
from kolej.server.limits import Bucket, Limits, client_network
from kolej.server.logs import log_event, log_failure
from kolej.server.metrics import Metrics
from kolej.server.settings import Settings
from kolej.server.tables.broadcast import frames
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.search import find_table
from kolej.server.tables.table import Table
from kolej.server.time import Time
from kolej.server.websocket.command_rates import BURST_SECONDS, CommandRates
from kolej.server.websocket.connection import Outgoing, incoming_from, note_known, outgoing_to
from kolej.server.websocket.decoding import decode, encode, outcome, query_number, refused, tag_of
from kolej.server.websocket.handshake import HandshakeCheck, rejection
from kolej.server.wire.frames import Gone
from kolej.store.errors import StoreError

MAX_TOO_FAST = 100
"""Consecutive commands refused as too fast, after which the socket is closed."""
CLOSE_SECONDS = 2
"""Seconds that a closed socket has to read what waits for it."""
POLICY_VIOLATION, TRY_AGAIN_LATER, SERVICE_RESTART = 1008, 1013, 1012
"""Close codes of WebSocket."""


class Socket:
    """One socket: a subscriber of a table."""

    def __init__(self, outgoing: Outgoing, identity: Identity | None, token: str | None, metrics: Metrics) -> None:
        self.identity = identity
        self.seat: int | None = None
        self.token = None if token is None else sha256(token.encode()).digest()
        self.busy = False
        self._outgoing = outgoing
        self._metrics = metrics
        self._ended = False
        self._ending: asyncio.Task[None] | None = None
        """Kept because the event loop refers to its tasks only weakly."""

    def send(self, frame: bytes) -> None:
        """Send a frame, unless the socket is closed; disconnect a client that reads too slowly."""
        if self._ended:
            return
        self._metrics.frames.add()
        if not self._outgoing.write(frame):
            self._ended = True
            self._metrics.cut.add("slow")
            # Not of interest by default: anybody could fill the log with it.
            person = self.identity and self.identity.person
            log_event("a socket was cut off because its reader is too slow", logging.DEBUG, person=person)
            self._outgoing.cut()

    def dismiss(self, refusal: Refusal) -> None:
        """Close the socket with a reason, without waiting for it."""
        self._ending = asyncio.get_running_loop().create_task(self.end(refusal, POLICY_VIOLATION))

    async def end(self, refusal: Refusal, code: int) -> None:
        """Send a `gone` frame with the reason, and close."""
        if self._ended:
            return
        self.send(encode(Gone(refusal.code, refusal.reason)))
        self._ended = True
        self._metrics.cut.add(refusal.code)
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._outgoing.close(code, refusal.code)
        except TimeoutError:
            # The client does not read. It must not go on sending commands.
            self._outgoing.cut()
        except (OSError, RuntimeError):
            pass  # The client has disconnected, or the socket was closed already.


class Sockets:
    """All open sockets of a server."""

    def __init__(
        self,
        settings: Settings,
        registry: TableRegistry,
        people: People,
        limits: Limits,
        metrics: Metrics,
        time: Time,
        announce_revoked: Callable[[Revocation], None] = lambda revocation: None,
    ) -> None:
        self._settings = settings
        self._handshakes = HandshakeCheck(settings)
        self._registry = registry
        self._people = people
        self._limits = limits
        self._metrics = metrics
        self._time = time
        self._announce_revoked = announce_revoked
        """Announces to other processes that tokens were revoked."""
        self._rates = CommandRates(settings.commands_per_second)
        self._open: set[Socket] = set()
        self._revocations = 0
        """How often tokens were revoked since the start."""
        self._closing = False

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket from its handshake to its close."""
        await receive()
        headers = scope["headers"]
        address = client_network(scope["client"][0] if scope["client"] else "")
        try:
            if self._closing:
                raise Refusal("busy", "the server is shutting down; come back in a moment")
            self._handshakes.check(headers, scope["scheme"])
            await self._limits.address_sockets.enter(address)
        except Refusal as refusal:
            self._metrics.refusals.add(refusal.code)
            await _reject(send, refusal)
            return
        token, _ = token_in(headers)
        revocations = self._revocations
        try:
            try:
                person = await self._people.on_arrival(token)
            except StoreError as error:
                log_failure("a token could not be looked up", error)
                await _reject(send, Refusal("storage", "nobody can be looked up now; come back in a moment"))
                return
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            identity = identity_of(person, address) if person else None
            if identity is not None:
                note_known(scope)
            socket = Socket(outgoing_to(scope, send), identity, token, self._metrics)
            # A revocation during the handshake did not close this socket yet: check the token again.
            recheck = token if person is not None and self._revocations != revocations else None
            receive = incoming_from(scope, receive)
            await self._serve_open(socket, code, address, scope["query_string"], receive, recheck)
        except OSError:
            pass  # The client has disconnected.
        finally:
            self._limits.address_sockets.leave(address)

    async def _serve_open(
        self, socket: Socket, code: str, address: str, query: bytes, receive: Receive, recheck: str | None = None
    ) -> None:
        person = socket.identity and socket.identity.person
        entered = False
        self._open.add(socket)
        try:
            if recheck is not None and await self._people.by_token(recheck) is None:
                raise Refusal("no-token", "you are logged out here; log in again")
            if person is not None:
                await self._limits.person_sockets.enter(person)
                entered = True
            table = await find_table(self._registry, self._limits, code, socket.identity, address)
            watched = table.code, address
            await self._limits.table_sockets.enter(watched)
            try:
                await table.attach(socket, query_number(query, "seat"), query_number(query, "since"))
                # In its own task: waking it would otherwise run through all enclosing coroutines, in cold memory.
                await asyncio.create_task(self._read_commands(socket, table, address, receive))
            finally:
                self._limits.table_sockets.leave(watched)
                table.detach(socket)
        except Refusal as refusal:
            await socket.end(refusal, POLICY_VIOLATION)
        except StoreError as error:
            log_failure("a table could not be read", error)
            await socket.end(Refusal("storage", "the table can't be read now; come back in a moment"), TRY_AGAIN_LATER)
        except Exception as error:
            self._metrics.failures.add()
            log_failure("a socket failed", error)
            await socket.end(Refusal("busy", "the server failed at this; come back in a moment"), TRY_AGAIN_LATER)
        finally:
            self._open.discard(socket)
            if entered:
                self._limits.person_sockets.leave(person)

    async def _read_commands(self, socket: Socket, table: Table, address: str, receive: Receive) -> None:
        person = None if socket.identity is None else socket.identity.person
        rate = self._settings.commands_per_second
        bucket = Bucket(rate * BURST_SECONDS, rate, self._time.ticks())
        too_fast = 0
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            begun = self._time.ticks()
            text = message.get("text")
            if not (bucket.take(begun) and self._rates.take(person, address, begun)):
                too_fast += 1
                if too_fast > MAX_TOO_FAST:
                    raise Refusal("too-fast", f"slow down: at most {rate} commands a second")
                answer = refused(text, Refusal("too-fast", f"at most {rate} commands a second; wait a moment"))
                self._metrics.commands.add("unread", "too-fast")
                socket.send(answer)
                continue
            too_fast = 0
            socket.send(await self._answer(socket, table, text, begun))

    async def _answer(self, socket: Socket, table: Table, text: str | None, begun: float) -> bytes:
        try:
            command = decode(text)
        except Refusal as refusal:
            self._metrics.commands.add("unread", refusal.code)
            return refused(text, refusal)
        if self._closing:
            return frames.refused(command.id, Refusal("busy", "the server is shutting down; send this again later"))
        socket.busy = True
        try:
            answer = await table.command(socket, command)
        except StoreError as error:
            log_failure("a command could not be stored", error)
            failure = Refusal("storage", "this can't be kept now; send it again in a moment")
            answer = frames.refused(command.id, failure)
        except Exception as error:
            self._metrics.failures.add()
            log_failure("a command failed", error, command=tag_of(command))
            answer = frames.refused(command.id, Refusal("busy", "the server failed at this; look, and try again"))
        finally:
            socket.busy = False
        self._metrics.ack.observe(self._time.ticks() - begun)
        self._metrics.commands.add(tag_of(command), outcome(answer))
        return answer

    async def close_session(self, token: str) -> None:
        """Close the sockets that were opened with a token that is revoked now."""
        await self._revoke(Revocation("you have logged out", sha256(token.encode()).digest()))

    async def close_token(self, hash: bytes) -> None:
        """Close the sockets that were opened with a token that is revoked now, by the hash of the token."""
        await self._revoke(Revocation("this device was logged out from another one; log in again", hash))

    async def close_other_sessions(self, person: int, token: str) -> None:
        """Close the sockets of a person that were opened with other tokens, which are revoked now."""
        reason, valid = "the password of your account was changed; log in again", sha256(token.encode()).digest()
        await self._revoke(Revocation(reason, person=person, but=valid))

    async def close_person(self, person: int) -> None:
        """Close the sockets of a person who was deleted."""
        await self._revoke(Revocation("you have deleted yourself here", person=person))

    async def _revoke(self, revocation: Revocation) -> None:
        self._announce_revoked(revocation)
        await asyncio.gather(*(each.end(refusal, POLICY_VIOLATION) for each, refusal in self._revoked(revocation)))

    def tokens(self) -> list[bytes]:
        """The hashes of the tokens of all open sockets, to see which were revoked."""
        # Handshakes that are going on check their token again.
        self._revocations += 1
        return list({each.token for each in self._open if each.token is not None and each.identity is not None})

    def dismiss_revoked(self, revocation: Revocation) -> None:
        """Close the sockets of tokens that another process has revoked, without waiting for them."""
        for each, refusal in self._revoked(revocation):
            each.dismiss(refusal)

    def _revoked(self, revocation: Revocation) -> list[tuple[Socket, Refusal]]:
        """The sockets of revoked tokens, and why they are closed."""
        self._revocations += 1
        refusal, person = Refusal("no-token", revocation.reason), revocation.person
        if person is None:
            return [(each, refusal) for each in self._open if each.token == revocation.token]
        theirs = [each for each in self._open if each.identity is not None and each.identity.person == person]
        return [(each, refusal) for each in theirs if each.token != revocation.but]

    async def close(self, seconds: float) -> None:
        """Accept no more commands, wait for those in progress, and close every socket."""
        self._closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(each.busy for each in self._open):
                    await asyncio.sleep(0.02)
        refusal = Refusal("busy", "the server is shutting down; come back in a moment")
        await asyncio.gather(*(each.end(refusal, SERVICE_RESTART) for each in list(self._open)))


async def _reject(send: Send, refusal: Refusal) -> None:
    """Answer a handshake with an HTTP response."""
    headers, body = rejection(refusal)
    with suppress(OSError):
        await send({"type": "websocket.http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
