"""The list of spectators that a host sees, with ids by which they can be moderated."""

import secrets

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.broadcast.subscribers import Subscribers
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.tables import SpectatorInfo

MAX_LISTED = 200
"""Spectators that are listed at once; there may be thousands."""


class Spectators:
    """The people who watch a table without a seat. Their ids are random: numbers of people are not shown."""

    def __init__(self, subscribers: Subscribers) -> None:
        self._subscribers = subscribers
        self._people: dict[str, Identity] = {}
        self._ids: dict[int, str] = {}

    def listed(self, state: TableState) -> list[SpectatorInfo]:
        """All who watch now, by name."""
        watching = {each.identity.person: each.identity for each in self._subscribers.all if each.identity is not None}
        found = sorted(
            (each for each in watching.values() if not state.has_part(each.person)),
            key=lambda each: (each.name, each.person),
        )
        return [SpectatorInfo(self._id(each), each.name, each.person in state.muted) for each in found[:MAX_LISTED]]

    def find(self, id: str) -> Identity:
        """The spectator with an id, who may have left meanwhile."""
        try:
            return self._people[id]
        except KeyError:
            raise Refusal("bad-command", "there is no such spectator; look at the list again") from None

    def _id(self, identity: Identity) -> str:
        id = self._ids.setdefault(identity.person, secrets.token_urlsafe(9))
        self._people[id] = identity
        return id
