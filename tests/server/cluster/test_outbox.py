"""The outbox: which way messages to other processes go."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast

from kolej.server.cluster import messages
from kolej.server.cluster.messages import AnyMessage
from kolej.server.cluster.outbox import ALL, NotifyTransport, Outbox
from kolej.store.models import NewEntry


class Way:
    """A transport that records what is sent."""

    def __init__(self, available: bool = True) -> None:
        self.available = available
        self.sent: list[AnyMessage] = []

    def send(self, outgoing: Mapping[int, Sequence[AnyMessage]]) -> None:
        self.sent += [message for each in outgoing.values() for message in each]


GROWN = messages.Grown(1, 5, 9)
REVOKED = messages.Revoked(1, "you have logged out", b"hash", None, None)
REWRITTEN = messages.Rewritten(1, 5)


def sent(*ways: Way) -> None:
    """Send one message of each kind."""

    async def send() -> None:
        outbox = Outbox(*ways)
        outbox.send((2,), GROWN)
        outbox.send((ALL,), REVOKED)
        outbox.send((ALL,), REWRITTEN)
        outbox.flush()

    asyncio.run(send())


def test_messages_go_the_best_way_there_is() -> None:
    redis, notify = Way(available=False), Way()
    sent(redis, notify)
    assert (redis.sent, notify.sent) == ([], [GROWN, REVOKED, REWRITTEN])


def test_what_nothing_makes_up_for_goes_every_way() -> None:
    """Redis may be lost without anybody knowing it yet: a revoked token must not leave a socket open elsewhere."""
    redis, notify = Way(), Way()
    sent(redis, notify)
    assert redis.sent == [GROWN, REVOKED, REWRITTEN]
    assert notify.sent == [REVOKED, REWRITTEN]


class Database:
    """Records what is sent by PostgreSQL's NOTIFY."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def notify(self, payload: str, keep: bool = False) -> None:
        self.sent.append(payload)


def test_an_append_is_notified_once_although_processes_show_other_seats() -> None:
    """NOTIFY reaches everybody, and has no room for the frames by which such messages differ."""
    database = Database()
    entries = [NewEntry("moved", "{}", 1, "key")]
    shown = [messages.appended(1, 5, 9, entries, None, [(seat, b"frame")]) for seat in (0, 1)]
    NotifyTransport(cast(Any, database)).send({2: [shown[0]], 3: [shown[1]]})
    assert [messages.decode_text(each) for each in database.sent] == [messages.Grown(1, 5, 10)]
