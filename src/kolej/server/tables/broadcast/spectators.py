"""The list of spectators that a host sees, with ids by which they can be moderated."""

import secrets
from collections.abc import Collection

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.broadcast.subscribers import Subscribers
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.tables import SpectatorInfo

MAX_LISTED = 200
"""Spectators that are listed at once; there may be thousands."""
MAX_REMEMBERED = 2000
"""Spectators who have an id; all get other ids when there are more."""


class Spectators:
    """The people who watch a table without a seat. Their ids are random: numbers of people are not shown."""

    def __init__(self, subscribers: Subscribers) -> None:
        self._subscribers = subscribers
        self._people: dict[str, Identity] = {}
        self._ids: dict[int, str] = {}
        self._removed: dict[int, str] = {}
        """The networks of removed people. They are never stored, so a restart forgets them."""

    @property
    def removed_networks(self) -> Collection[str]:
        """Networks from which the host has removed somebody."""
        return self._removed.values()

    def note_removed(self, removed: Collection[int]) -> None:
        """Remember where those who are removed now come from, and forget those who are not any more."""
        networks = {each.person: each.network for each in self._subscribers.identities if each.network}
        found = {person: self._removed.get(person) or networks.get(person) for person in removed}
        self._removed = {person: network for person, network in found.items() if network}

    def listed(self, state: TableState) -> list[SpectatorInfo]:
        """All who watch now, and those of them who were removed, by name."""
        watching = {each.person: each for each in self._subscribers.identities}
        if len(self._ids) > MAX_REMEMBERED:
            self._ids, self._people = {}, {}
        removed = {each.person: each for each in self._people.values() if each.person in state.removed}
        found = sorted(
            (each for each in (watching | removed).values() if not state.has_part(each.person)),
            key=lambda each: (each.name, each.person),
        )
        return [
            SpectatorInfo(self._id(each), each.name, each.person in state.muted, each.person in state.removed)
            for each in found[:MAX_LISTED]
        ]

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
