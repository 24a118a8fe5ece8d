"""Hubs of several processes within one: real ones, whose messages go from one to the other at once."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast

from kolej.server.cluster import messages
from kolej.server.cluster.hub import ClusterHub
from kolej.server.cluster.membership import Membership
from kolej.server.cluster.messages import AnyMessage
from kolej.server.cluster.outbox import ALL, NotifyTransport, Outbox
from kolej.server.cluster.ownership import owner


class FakeMembership:
    """A list of processes that the test changes."""

    def __init__(self, node: int, network: "Network") -> None:
        self.node = node
        self._network = network

    @property
    def nodes(self) -> tuple[int, ...]:
        return tuple(self._network.hubs)

    def owner(self, table: int) -> int:
        return self._network.owners.get(table) or owner(self._network.hubs, table)

    def owns(self, table: int) -> bool:
        return self.owner(table) == self.node

    def wake(self) -> None:
        raise AssertionError("the test changes the list itself")


class Network:
    """Connects hubs. Messages are encoded and decoded as on a real way; they can be lost, and recorded."""

    def __init__(self, notify: bool = False) -> None:
        self.hubs: dict[int, ClusterHub] = {}
        self.owners: dict[int, int] = {}
        """Owners that the test has chosen, by table."""
        self.lost = False
        """Whether messages get lost."""
        self.passed: list[AnyMessage] = []
        self._notify = notify
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def available(self) -> bool:
        return True

    def send(self, outgoing: Mapping[int, Sequence[AnyMessage]]) -> None:
        """Send as Redis does: to those whom a message is for."""
        for to, each in outgoing.items():
            for node, hub in list(self.hubs.items()):
                if to in (ALL, node) and not self.lost:
                    for message in messages.decode(messages.encode(list(each))):
                        self.passed.append(message)
                        hub.receive(message)

    def notify(self, payload: str, keep: bool = False) -> None:
        """Send as PostgreSQL does: to everybody, and never to the end of a long message."""
        for hub in list(self.hubs.values()):
            if not self.lost:
                self.passed.append(messages.decode_text(payload))
                hub.receive(self.passed[-1])

    def hub(self) -> ClusterHub:
        """The hub of a new process."""
        node = len(self.hubs) + 1
        transport = NotifyTransport(cast(Any, self)) if self._notify else self
        hub = self.hubs[node] = ClusterHub(cast(Membership, FakeMembership(node, self)), Outbox(transport))
        self._tasks.append(asyncio.ensure_future(hub.send_presence()))
        return hub

    async def close(self) -> None:
        """Stop the tasks of all hubs."""
        for hub in self.hubs.values():
            hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
