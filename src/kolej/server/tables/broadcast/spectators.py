"""The list of spectators that a host sees, with ids by which they can be moderated."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from hashlib import blake2b

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.broadcast.subscribers import Subscribers
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.tables import SpectatorInfo
from kolej.store.protocol import Store

MAX_LISTED = 200
"""Spectators that are listed at once; there may be thousands."""
MAX_REMEMBERED = 2000
"""Spectators whose names are remembered after they have left; all are forgotten when there are more."""
ID_BYTES = 9
SECRET = "spectators"
"""The name of the secret that ids are made with."""


class Spectators:
    """The people who watch a table without a seat.

    An id is a keyed hash of a person, because numbers of people are not shown. The key is a secret of the table in the
    store: so a person has the same id at every process, and no two people have the same.
    """

    def __init__(self, subscribers: Subscribers, store: Store, table: int) -> None:
        self._subscribers = subscribers
        self._store = store
        self._table = table
        self._key: bytes | None = None
        self._people: dict[int, Identity] = {}
        """People who were listed or looked for here, by person."""
        self._networks: dict[int, str] = {}
        """The networks of muted and removed people. They are never stored, so a restart forgets them."""

    def networks_of(self, moderated: Collection[int]) -> Collection[str]:
        """Networks from which the host has muted or removed some of these people."""
        return {self._networks[person] for person in moderated if person in self._networks}

    def note_moderated(self, moderated: Collection[int]) -> None:
        """Remember where those come from who are muted or removed now, and forget those who are not any more."""
        networks = {each.person: each.network for each in self._subscribers.identities if each.network}
        found = {person: self._networks.get(person) or networks.get(person) for person in moderated}
        self._networks = {person: network for person, network in found.items() if network}

    async def listed(self, state: TableState) -> list[SpectatorInfo]:
        """All who watch now, and those of them who were removed, by name."""
        key = await self._read_key()
        watching = {each.person: each for each in self._subscribers.identities}
        if len(self._people) > MAX_REMEMBERED:
            self._people = {}
        removed = {each.person: each for each in self._people.values() if each.person in state.removed}
        found = sorted(
            (each for each in (watching | removed).values() if not state.has_part(each.person)),
            key=lambda each: (each.name, each.person),
        )
        self._people.update((each.person, each) for each in found[:MAX_LISTED])
        return [
            SpectatorInfo(_id(key, each.person), each.name, each.person in state.muted, each.person in state.removed)
            for each in found[:MAX_LISTED]
        ]

    async def find(self, state: TableState, id: str) -> Identity:
        """The spectator with an id, who may have left meanwhile, and may have been listed by another process."""
        key = await self._read_key()
        moderated = (Identity(person, "") for person in state.removed | state.muted)
        for each in (*self._subscribers.identities, *self._people.values(), *moderated):
            if secrets.compare_digest(_id(key, each.person).encode(), id.encode()):
                self._people.setdefault(each.person, each)
                return each
        raise Refusal("bad-command", "there is no such spectator; look at the list again")

    async def _read_key(self) -> bytes:
        if self._key is None:
            with storing():
                self._key = await self._store.keep_secret(self._table, SECRET, secrets.token_bytes(32))
        return self._key


def _id(key: bytes, person: int) -> str:
    return urlsafe_b64encode(blake2b(b"%d" % person, digest_size=ID_BYTES, key=key).digest()).decode()
