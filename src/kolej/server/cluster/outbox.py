"""Outbox: messages to other processes, over Redis, or over PostgreSQL's NOTIFY where there is no Redis.

Messages are hints, and may be lost. Those that are sent to one process in the same round of the event loop travel
together.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from kolej.server.cluster import messages
from kolej.server.cluster.database import MAX_PAYLOAD, ClusterDatabase
from kolej.server.cluster.messages import AnyMessage
from kolej.server.cluster.redis_connection import RedisConnection

ALL = 0
"""Stands for all processes."""


class Transport(Protocol):
    """One way of messages to other processes."""

    @property
    def available(self) -> bool:
        """Whether messages can be sent now."""
        ...

    def send(self, outgoing: Mapping[int, Sequence[AnyMessage]]) -> None:
        """Send messages, by the process that they are for. Never blocks and never raises."""
        ...


class NotifyTransport:
    """Messages over PostgreSQL. Every process receives all of them, and entries of logs are left out."""

    available = True

    def __init__(self, database: ClusterDatabase) -> None:
        self._database = database

    def send(self, outgoing: Mapping[int, Sequence[AnyMessage]]) -> None:
        """Send messages to all processes, each once, whomever they are for."""
        payloads = dict[bytes, bool]()
        for message in {id(each): each for to in outgoing.values() for each in to}.values():
            short = _shortened(message)
            payload = messages.encode_text(short)
            while len(payload) > MAX_PAYLOAD and isinstance(short, messages.Present):
                # Spectators give way: were nothing sent, a crowd of them could make players seem to be absent.
                short = msgspec.structs.replace(short, people=short.people[: len(short.people) * 3 // 4])
                payload = messages.encode_text(short)
            if len(payload) <= MAX_PAYLOAD:
                # What was left out may have been all that differed between those for two processes.
                payloads[payload] = isinstance(message, NOT_TO_BE_LOST)
        for payload, certain in payloads.items():
            self._database.notify(payload.decode(), certain)


class RedisTransport:
    """Messages over Redis, each to the processes that it is for."""

    def __init__(self, redis: RedisConnection) -> None:
        self._redis = redis

    @property
    def available(self) -> bool:
        """Whether Redis answers, as far as is known."""
        return self._redis.available

    def send(self, outgoing: Mapping[int, Sequence[AnyMessage]]) -> None:
        """Publish the messages for one process together."""
        self._redis.publish({channel(node): messages.encode(each) for node, each in outgoing.items()})


def channel(node: int) -> str:
    """The channel of a process, or of `ALL`."""
    return f"node:{node}"


def _shortened(message: AnyMessage) -> AnyMessage:
    if isinstance(message, messages.Appended):
        return messages.Grown(message.node, message.table, message.after + len(message.entries))
    return message


NOT_TO_BE_LOST = (messages.Revoked, messages.Rewritten)
"""Messages that no later one and no poll makes up for: they go every way there is."""


class Outbox:
    """Collects the messages of one round of the event loop, and sends them the best way there is."""

    def __init__(self, *transports: Transport) -> None:
        self._transports = transports
        """In order of preference; the last is always available."""
        self._outgoing: dict[int, list[AnyMessage]] = {}
        self.sent = 0
        """Messages since the start."""

    def send(self, nodes: Iterable[int], message: AnyMessage) -> None:
        """Send a message to some processes, or to `ALL`."""
        if not self._outgoing:
            asyncio.get_running_loop().call_soon(self.flush)
        for node in nodes:
            self._outgoing.setdefault(node, []).append(message)
            self.sent += 1

    def flush(self) -> None:
        """Send what was collected."""
        outgoing, self._outgoing = self._outgoing, {}
        if not outgoing:
            return
        best, *others = [each for each in self._transports if each.available]
        best.send(outgoing)
        certain = {
            node: found
            for node, each in outgoing.items()
            if (found := [message for message in each if isinstance(message, NOT_TO_BE_LOST)])
        }
        for other in others if certain else ():
            other.send(certain)
