"""Messages between the processes of a server, over a channel.

Messages contain hidden cards, as logs do: a process that can read them could read the database as well.
"""

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from kolej.server.tables.log.redacted_events import EncodedEvents
from kolej.store.models import Entry, NewEntry

MAX_BYTES = 64 * 1024
"""Appends that are larger are announced without their entries, which the others then read from the store."""


class Message(msgspec.Struct, array_like=True, frozen=True, tag=True):
    """A message of one process to others."""

    node: int
    """Who sends it."""


class Appended(Message, frozen=True):
    """These entries were appended to a log after a number; each is a command, kind, body and time."""

    table: int
    after: int
    entries: list[tuple[str | None, str, str, int]]
    events: EncodedEvents | None = None
    """The events of the move among them, so that the others need not redact and encode them again."""
    frames: list[tuple[int | None, bytes]] | None = None
    """All frames that they lead to at the receiving process, by the seat that a socket shows."""

    def read(self) -> list[Entry]:
        """The entries as the store would return them."""
        first = self.after + 1
        return [
            Entry(self.table, first + at, command, kind, body, time)
            for at, (command, kind, body, time) in enumerate(self.entries)
        ]


class Grown(Message, frozen=True):
    """A log has grown up to an entry."""

    table: int
    last: int


class Rewritten(Message, frozen=True):
    """Names in a log were replaced."""

    table: int


class Deleted(Message, frozen=True):
    """A table was deleted."""

    table: int


class Following(Message, frozen=True):
    """The sending process has these tables in memory. Others that have them too answer with `Present`."""

    tables: list[int]
    loaded: bool
    """Whether it has just loaded them, so that it does not know the others; otherwise it only says so again."""


class Present(Message, frozen=True):
    """The sending process follows a table, with these people and sockets, and knows its log up to a version."""

    table: int
    version: int
    sockets: int
    people: list[tuple[int, str, str]]
    """Person, name and network."""
    wants_moves: bool = True
    """Whether it has to be sent appends with nothing but moves and chat."""
    number: int = 0
    """Grows with every change, so that `Refreshed` can say in short that nothing has changed."""
    views: list[int | None] = []
    """Seats that its sockets show, if it wants the frames of moves for them, and not the events."""


class Refreshed(Message, frozen=True):
    """What one other process should know already of tables that both have in memory; messages may have been lost.

    It answers with `Unfollowed` for a table that it has not in memory, and with `Missed` where it knows something else.
    """

    to: int
    tables: list[tuple[int, int, int]]
    """Table, version of its log, and number of the last `Present` of it."""


class Missed(Message, frozen=True):
    """One other process should send `Present` of these tables again."""

    to: int
    tables: list[int]


class Unfollowed(Message, frozen=True):
    """The sending process no longer has a table in memory."""

    table: int


class Running(Message, frozen=True):
    """Tables with running games that the receiving process owns: their ids and codes."""

    tables: list[tuple[int, str]]


class Revoked(Message, frozen=True):
    """Tokens were revoked: the one with a hash, or all of a person but one. Their sockets are closed."""

    reason: str
    token: bytes | None
    person: int | None
    but: bytes | None


class Membership(Message, frozen=True):
    """A process has started or is about to end: look at the list of processes now."""


ToTable = Appended | Grown | Rewritten | Deleted | Present | Unfollowed
AnyMessage = ToTable | Following | Refreshed | Missed | Running | Revoked | Membership

Unreadable = msgspec.MsgspecError

encode = msgspec.msgpack.Encoder().encode
"""A list of messages for Redis."""
_messages = msgspec.msgpack.Decoder(list[AnyMessage]).decode
_parts = msgspec.msgpack.Decoder(list[msgspec.Raw]).decode
_message = msgspec.msgpack.Decoder(AnyMessage).decode
encode_text = msgspec.json.Encoder().encode
"""A message for NOTIFY, which takes text only."""
decode_text = msgspec.json.Decoder(AnyMessage).decode


def decode(data: bytes) -> list[AnyMessage]:
    """The messages of a list. Those that only another version knows are left out: servers are replaced one by one."""
    try:
        return _messages(data)
    except Unreadable:
        found = list[AnyMessage]()
        for part in _parts(data):
            with suppress(Unreadable):
                found.append(_message(part))
        return found


def appended(
    node: int,
    table: int,
    after: int,
    entries: Sequence[NewEntry | Entry],
    events: EncodedEvents | None,
    frames: list[tuple[int | None, bytes]] | None = None,
) -> Appended | Grown:
    """The announcement of an append, without its entries if they are large."""
    if sum(len(entry.body) for entry in entries) > MAX_BYTES:
        return Grown(node, table, after + len(entries))
    stored = [(entry.command, entry.kind, entry.body, entry.at) for entry in entries]
    return Appended(node, table, after, stored, events, frames)
