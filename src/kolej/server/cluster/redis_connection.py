"""Connection to Redis: commands, publish and subscribe, reconnecting by itself.

Redis may be lost at any time, and everything that uses it has something to fall back on. So a lost connection is not an
error for callers: they get `UNAVAILABLE`, within half a second, and at once while it is known to be lost.
"""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from hashlib import sha1
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from redis.exceptions import AuthenticationError, NoScriptError, RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeout

from kolej.server.cluster.redis_link import Command, RedisLink, connection_pool, pack
from kolej.server.logs import log_event, log_failure
from kolej.server.metrics import Metrics

TIMEOUT = 0.5
"""Seconds after which a command counts as lost, and the connection with it."""
LATE = 0.05
GRACE = 0.1
"""A time-out that comes later than this shows that the event loop stood still; a reply gets that much longer then."""
CONNECT_TIMEOUT = 2.0
PING_SECONDS = 1.0
"""Seconds between two pings: a cut network is not noticed otherwise."""
PAUSES = (0.05, 1.0)
"""The first and the longest pause between two attempts to connect, in seconds."""
ALIVE = "alive"
"""A channel on which nothing is published: a connection must subscribe to something to receive pings."""

Handler = Callable[[bytes], None]
"""Called with each message of a channel."""


class _Unavailable(Enum):
    UNAVAILABLE = "unavailable"


UNAVAILABLE: Final = _Unavailable.UNAVAILABLE
"""The reply to a command that Redis did not answer. It may have been carried out nevertheless."""

LOST = (RedisError, OSError, TimeoutError)

PING = pack(("PING",))
NO_REPLY = pack(("CLIENT", "REPLY", "SKIP"))
"""Before a command: Redis does not reply to it."""


class Script:
    """A Lua script, which Redis runs as one step."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sha = sha1(source.encode(), usedforsecurity=False).hexdigest()


class _Session:
    """The two connections from connecting to the first failure of either: one for commands, one for subscriptions."""

    def __init__(self, url: str, receive_message: Callable[[Any], None]) -> None:
        pool = connection_pool(url)
        self._receive_message = receive_message
        self.commands = RedisLink(pool, self._receive_reply, self.fail)
        self.messages = RedisLink(pool, self._receive_push, self.fail)
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._replies: deque[asyncio.Future[Any]] = deque()
        self._subscribing: dict[bytes, list[asyncio.Future[Any]]] = {}
        self._pong: asyncio.Future[Any] | None = None
        self._pinging: asyncio.Task[None] | None = None

    async def open(self, channels: list[bytes]) -> None:
        """Connect, and subscribe to channels."""
        async with asyncio.timeout(CONNECT_TIMEOUT):
            await self.commands.open()
            await self.messages.open()
            # A user who may not do this would get replies to commands that want none, and replies would be mixed up.
            await self.call(("CLIENT", "REPLY", "ON"))
            await self.subscribe(channels)
        self._pinging = asyncio.create_task(self._ping())

    def fail(self, error: Exception) -> None:
        """End this session: whatever waits for a reply is unavailable."""
        if self.failure.done():
            return
        self.failure.set_exception(error)
        # Marked as seen: nobody may be waiting for it.
        self.failure.exception()
        waiting = [*self._replies, *(each for found in self._subscribing.values() for each in found)]
        for future in (*waiting, self._pong):
            if future is not None and not future.done():
                future.set_exception(ConnectionError())
                future.exception()

    async def close(self) -> None:
        """Close both connections."""
        self.fail(ConnectionError())
        if self._pinging is not None:
            self._pinging.cancel()
            await asyncio.wait([self._pinging])
        await self.commands.close()
        await self.messages.close()

    def send(self, commands: Iterable[Command]) -> bool:
        """Send commands that Redis does not reply to: a reply to each message would wake this process for nothing."""
        return not self.failure.done() and self.commands.send(b"".join(NO_REPLY + pack(each) for each in commands))

    async def call(self, command: Command) -> Any:
        """The reply to a command."""
        if self.failure.done() or not self.commands.send(pack(command)):
            raise ConnectionError
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._replies.append(reply)
        return await self._answered(reply)

    async def _answered(self, reply: asyncio.Future[Any]) -> Any:
        """The result of a reply. Without one in time this session is lost, and TimeoutError is raised."""
        seconds = TIMEOUT
        try:
            while True:
                began = monotonic()
                await asyncio.wait((reply,), timeout=seconds)
                if reply.done():
                    return reply.result()
                if monotonic() - began < seconds + LATE:
                    error = TimeoutError()
                    self.fail(error)
                    raise error
                # The event loop stood still. It may not even have sent the command, or not read the reply yet.
                seconds = GRACE
        finally:
            reply.cancel()

    async def subscribe(self, channels: list[bytes]) -> None:
        """Subscribe, and return when Redis has confirmed it."""
        if not channels:
            return
        futures: list[asyncio.Future[Any]] = []
        for channel in channels:
            future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._subscribing.setdefault(channel, []).append(future)
            futures.append(future)
        if not self.messages.send(pack(("SUBSCRIBE", *channels))):
            self.fail(ConnectionError())
        for future in futures:
            await self._answered(future)

    def unsubscribe(self, channel: bytes) -> None:
        """End a subscription."""
        self.messages.send(pack(("UNSUBSCRIBE", channel)))

    def _receive_reply(self, reply: Any) -> None:
        if not self._replies:
            self.fail(ConnectionError())
            return
        future = self._replies.popleft()
        if future.done():
            return
        if isinstance(reply, ResponseError):
            future.set_exception(reply)
        else:
            future.set_result(reply)

    def _receive_push(self, push: Any) -> None:
        if isinstance(push, ResponseError):
            self.fail(push)
        elif push[0] == b"message":
            self._receive_message(push)
        elif push[0] == b"subscribe":
            for future in self._subscribing.pop(push[1], ()):
                if not future.done():
                    future.set_result(None)
        elif push[0] == b"pong" and self._pong is not None and not self._pong.done():
            self._pong.set_result(None)

    async def _ping(self) -> None:
        """Fail when one of the two connections is silent."""
        try:
            while True:
                self._pong = asyncio.get_running_loop().create_future()
                self.messages.send(PING)
                await self.call(("PING",))
                await self._answered(self._pong)
                await asyncio.sleep(PING_SECONDS)
        except LOST as error:
            self.fail(error)


class RedisConnection:
    """Redis for one process. `async with` keeps it connected; names of keys and channels are relative to `prefix`."""

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        self.available = False
        """Whether Redis answers, as far as is known."""
        self.address = without_password(url)
        self.losses = 0
        """How often Redis was lost."""
        # Channels are common to all databases of a Redis, unlike keys: two hosts must not hear each other.
        self.prefix = f"kolej:{connection_pool(url).connection_kwargs.get('db') or 0}:"
        self._url = url
        self._handlers: dict[bytes, Handler] = {}
        self._listeners: list[Callable[[bool], None]] = []
        self._session: _Session | None = None
        self._tried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        if metrics is not None:
            metrics.add_gauge("kolej_redis_available", "Whether Redis answers.", lambda: int(self.available))
            metrics.add_total("kolej_redis_losses_total", "How often Redis was lost.", lambda: self.losses)

    async def __aenter__(self) -> "RedisConnection":
        """Begin to connect, and return when the first attempt has succeeded or failed."""
        self._task = asyncio.create_task(self._run())
        await self._tried.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])
        if self._closing is not None:
            await self._closing
        # Transports are closed in the next iteration of the loop, which may be the last.
        await asyncio.sleep(0)

    def key(self, *names: str | int) -> str:
        """The name of a key."""
        return self.prefix + ":".join(map(str, names))

    def on_change(self, listener: Callable[[bool], None]) -> None:
        """Call this when Redis was lost (False), and when it is back (True): messages may have been missed."""
        self._listeners.append(listener)

    async def execute(self, *command: str | bytes | int | float) -> Any:
        """The reply to a command, which must not block; or `UNAVAILABLE`."""
        session = self._session
        if session is None:
            return UNAVAILABLE
        try:
            return await session.call(command)
        except NoScriptError:
            raise
        except LOST as error:
            if isinstance(error, ResponseError):
                # Redis answers but can't do this: it is full, or a replica, or the user may not.
                log_event("Redis refused a command", logging.WARNING, command=str(command[0]), problem=_problem(error))
            return UNAVAILABLE

    async def run(self, script: Script, keys: tuple[str, ...], *args: str | bytes | int | float) -> Any:
        """The result of a script on these keys (names made by `key`); or `UNAVAILABLE`."""
        try:
            return await self.execute("EVALSHA", script.sha, len(keys), *keys, *args)
        except NoScriptError:
            return await self.execute("EVAL", script.source, len(keys), *keys, *args)

    def send(self, *command: str | bytes | int | float) -> bool:
        """Send a command without waiting for its reply; False if it is lost for sure."""
        return self._session is not None and self._session.send((command,))

    def run_soon(self, script: Script, keys: tuple[str, ...], *args: str | bytes | int | float) -> bool:
        """Run a script without waiting for its result; False if it is lost for sure."""
        return self.send("EVAL", script.source, len(keys), *keys, *args)

    def publish(self, messages: Mapping[str, bytes]) -> bool:
        """Publish messages by their channels, with one write, without waiting; False if they are lost for sure."""
        commands = (("PUBLISH", self.prefix + channel, message) for channel, message in messages.items())
        return self._session is not None and self._session.send(commands)

    async def subscribe(self, channel: str, handler: Handler) -> None:
        """Call the handler with every message of a channel from now on; while Redis is lost there are none."""
        name = self._channel(channel)
        self._handlers[name] = handler
        session = self._session
        if session is None:
            return
        with suppress(*LOST):
            await session.subscribe([name])

    def unsubscribe(self, channel: str) -> None:
        """End a subscription."""
        name = self._channel(channel)
        if self._handlers.pop(name, None) is not None and self._session is not None:
            self._session.unsubscribe(name)

    def _channel(self, channel: str) -> bytes:
        return (self.prefix + channel).encode()

    async def _run(self) -> None:
        """Connect, and connect again after a loss."""
        shortest, longest = PAUSES
        pause = shortest
        lost_at: float | None = None
        while True:
            session = _Session(self._url, self._receive)
            try:
                known = set(self._handlers)
                await session.open([self._channel(ALIVE), *known])
                self._session = session
                # Those that came while it connected.
                await session.subscribe([each for each in self._handlers if each not in known])
                pause = shortest
                if lost_at is not None:
                    log_event("Redis is available again", address=self.address, seconds=round(monotonic() - lost_at, 1))
                lost_at = None
                self._change(True)
                await session.failure
            except LOST as error:
                self._session = None
                if lost_at is None:
                    lost_at = monotonic()
                    self.losses += 1
                    log_event("Redis is not available", logging.WARNING, address=self.address, problem=_problem(error))
                self._change(False)
            finally:
                self._session = None
                # In a task of its own, so that it is not cancelled half-way.
                self._closing = asyncio.create_task(session.close())
                await asyncio.shield(self._closing)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, longest)

    def _change(self, available: bool) -> None:
        self._tried.set()
        if available == self.available:
            return
        self.available = available
        for listener in self._listeners:
            listener(available)

    def _receive(self, message: Any) -> None:
        _, channel, data = message
        handler = self._handlers.get(channel)
        if handler is None:
            return
        try:
            handler(data)
        except Exception as error:
            # A message that can't be handled must not end the connection.
            log_failure("a message from Redis could not be handled", error)


def without_password(url: str) -> str:
    """The address of a Redis for messages."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _problem(error: BaseException) -> str:
    """What is wrong, without anything that was sent."""
    if isinstance(error, AuthenticationError) or isinstance(error.__cause__, AuthenticationError):
        return "it refuses the user or the password of the URL"
    if isinstance(error, TimeoutError | RedisTimeout):
        return "it did not answer in time"
    if isinstance(error, ResponseError):
        # The first word is a code, such as OOM or READONLY.
        return f"it answered {str(error).partition(' ')[0]}"
    return "it can't be reached"
