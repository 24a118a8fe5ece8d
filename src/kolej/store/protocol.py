"""The store protocol: what every store does, and the check of entries before they are stored.

The truth about a table is its log: entries numbered from 1 without a gap, which are appended and never changed. (The
deletion of a person replaces names in logs, and a table is deleted with its log.)
Everything else that is stored about a table (its status, its settings, who sits where) repeats for lists what the log
contains, and changes only together with an entry. Secrets are kept apart from the log, so that reading a log never
returns one.

A store has no clock: the caller passes the time. Times are milliseconds since 1970.
"""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from kolej.store.errors import Unstorable
from kolej.store.models import Entry, Listing, NewEntry, Person, Table, TableStatus, Token

MAX_BYTES = 2**20
"""The size limit of the entries of one append, far more than any move needs."""


def check(entries: Sequence[NewEntry]) -> None:
    """Refuse entries that no store could take. Whether a body is JSON is checked by the store itself."""
    if not entries:
        raise Unstorable("there is nothing to append; a change of the lists needs an entry that says why")
    if len(entries) == 1 and _is_plain(entries[0]):
        return
    try:
        raw = [f"{entry.kind}{entry.command}{entry.body}".encode() for entry in entries]
    except UnicodeEncodeError as error:
        raise Unstorable(f"an entry is not text: {error}") from error
    size = sum(map(len, raw))
    if size > MAX_BYTES:
        raise Unstorable(f"{size} bytes are too many for one append; {MAX_BYTES} is the most")
    # Databases end a text at a NUL, or refuse it.
    if any(b"\0" in each for each in raw):
        raise Unstorable("an entry has a NUL in it, which is neither JSON nor a name")
    commands = [entry.command for entry in entries if entry.command is not None]
    if len(set(commands)) < len(commands):
        raise Unstorable("two entries of one append have the same command; one command is one entry")


def _is_plain(entry: NewEntry) -> bool:
    """Whether an entry is short ASCII, as nearly all are, and so needs no further check."""
    text = f"{entry.kind}{entry.command}{entry.body}"
    return len(text) <= MAX_BYTES and text.isascii() and "\0" not in text


class Store(Protocol):
    """A store. Everything it refuses is a StoreError, and then nothing was changed.

    A call that writes returns when the write is durable. A cancelled call only stops waiting: a write that has not
    begun is dropped, one that has begun is carried out.
    """

    damage: str | None
    """What was found to be damaged since the store was opened; None if nothing was."""

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        """Append entries after entry number `after`, all or none, and return the number of the last.

        Repeated if one of the commands is in the log, whatever `after` is; Stale if `after` is not the last entry.
        """
        ...

    async def entries(
        self, table: int, after: int = 0, limit: int | None = None, without: str | None = None
    ) -> list[Entry]:
        """The entries after number `after`, in order; `without` names a kind to leave out."""
        ...

    async def last_entries(self, table: int, kind: str, limit: int) -> list[Entry]:
        """The last entries of one kind, in order."""
        ...

    async def command_entry(self, table: int, command: str) -> tuple[int | None, int]:
        """The number of the entry with a command, if there is one, and that of the last entry at the same moment."""
        ...

    async def create_table(self, code: str, settings: str, at: int) -> Table:
        """Add an open table with an empty log. Taken if another table has the code."""
        ...

    async def table(self, table: int) -> Table:
        """A table by id."""
        ...

    async def table_by_code(self, code: str) -> Table | None:
        """A table by its code."""
        ...

    async def tables(
        self,
        status: TableStatus | None = None,
        person: int | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> list[Table]:
        """Tables, the newest first, by status and by a person who has a seat; `before` is the last id of a page."""
        ...

    async def listed_tables(self, before: int | None = None, limit: int = 50) -> list[Table]:
        """Tables that are listed for everybody, the newest first. Tables that are not listed cost no time."""
        ...

    async def add_person(self, name: str, at: int, token: bytes | None = None, label: str = "") -> Person:
        """Add a person, with the hash of a token to authenticate by and its label. Names need not be unique."""
        ...

    async def person(self, person: int) -> Person:
        """A person by id."""
        ...

    async def token(self, token: bytes) -> Token | None:
        """The token with this hash, and whose it is."""
        ...

    async def tokens(self, person: int) -> list[Token]:
        """The tokens of a person, the last used first."""
        ...

    async def person_by_login(self, name: str) -> Person | None:
        """The person with an account of this name; upper and lower case are equal."""
        ...

    async def account_like(self, name: str, but: int | None = None) -> Person | None:
        """An account with this name or one that looks like it, other than that of the person `but`."""
        ...

    async def add_token(self, person: int, token: bytes, at: int, label: str = "") -> None:
        """Add the hash of a token to a person. Taken if it is somebody else's."""
        ...

    async def use_token(self, token: bytes, at: int) -> None:
        """Record that a token was used."""
        ...

    async def drop_token(self, token: bytes) -> None:
        """Remove a token."""
        ...

    async def drop_token_by_id(self, person: int, token: int) -> bytes | None:
        """Remove a token of a person, and return its hash; None if the person has no such token."""
        ...

    async def drop_unused_tokens(self, before: int) -> int:
        """Remove the tokens that were last used before a time, and return their number."""
        ...

    async def set_password(self, person: int, password: str | None) -> None:
        """Set or remove the hash of a password. Taken if somebody else of that name, or one like it, has one."""
        ...

    async def change_password(self, person: int, was: str, password: str, token: bytes) -> bool:
        """Replace the hash of a password, and remove all tokens of the person but one.

        False, and nothing was changed, if `was` is not the person's current hash.
        """
        ...

    async def rename(self, person: int, name: str, password: str | None = None) -> Person:
        """Change the name of a person, and the hash of the password if one is given.

        Taken if somebody else who has a password has that name, or one that looks like it.
        """
        ...

    async def begin_deletion(self, person: int, name: str, at: int) -> None:
        """Remove the tokens and the password of a person, and give them a neutral name. Only logs name them then."""
        ...

    async def deletions(self) -> list[int]:
        """The people whose deletion was begun and has not ended."""
        ...

    async def tables_involving(self, person: int, prefix: str) -> list[int]:
        """The tables where a person has a seat, or whose log has a command that starts with a prefix."""
        ...

    async def replace_bodies(self, table: int, bodies: Mapping[int, str]) -> None:
        """Replace the bodies of entries by number, to remove names from a log. Nothing else of a log can change."""
        ...

    async def end_deletion(self, person: int) -> bool:
        """Remove a person whose deletion was begun. False, and nothing was removed, while they have a seat."""
        ...

    async def delete_unused_guests(self, before: int, limit: int = 500) -> int:
        """Delete people without a password and without a seat who were last seen before a time; returns how many."""
        ...

    async def unused_tables(self, status: TableStatus, before: int, after: int = 0, limit: int = 50) -> list[Table]:
        """Tables of a status to which nothing was appended since a time, by id; `after` is the last id of a page."""
        ...

    async def delete_table(self, table: int, last: int) -> None:
        """Delete a table with its log, seats and secrets. Stale if `last` is not its last entry."""
        ...

    async def keep_secret(self, table: int | None, name: str, value: bytes) -> bytes:
        """Store a secret of a table or of the server, and return the stored one: the first one stays."""
        ...

    async def secret(self, table: int | None, name: str) -> bytes | None:
        """A stored secret."""
        ...

    async def check_write(self, at: int) -> None:
        """Make a small write that is durable when this returns, to find out whether the store accepts writes."""
        ...

    async def find_damage(self) -> list[str]:
        """Read the whole store and name its damaged parts. This may take minutes; others are served meanwhile."""
        ...

    async def close(self) -> None:
        """Write what is waiting, and close all resources."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
