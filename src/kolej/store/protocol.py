"""What a store does, whatever it is made of.

The truth about a table is its log: entries counted from 1 without a gap, added to and never changed. Everything else
that is kept of a table (its state, its settings, who sits where) only repeats for lists what the log has said, and
changes together with an entry or not at all. Secrets lie apart from the log, so that reading a log never brings one
along.

A store has no clock: whoever writes says when. Times are milliseconds since 1970.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from kolej.store.errors import Unstorable

MOST_BYTES = 2**20
"""What the entries of one append may take together, far more than any move does."""


class TableState(StrEnum):
    """How far a table has come."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What is to be added to a log."""

    kind: str
    body: str
    """JSON."""
    at: int
    command: str | None = None
    """The sender's own name for it, unlike any other at this table. Sent again, it is refused as Repeated."""


def check(entries: Sequence[NewEntry]) -> None:
    """Refuse what no store could take. That a body is JSON is left to the store."""
    if not entries:
        raise Unstorable("there is nothing to append; a change of the lists needs an entry that says why")
    if len(entries) == 1 and _is_plain(entries[0]):
        return
    try:
        raw = [f"{entry.kind}{entry.command}{entry.body}".encode() for entry in entries]
    except UnicodeEncodeError as error:
        raise Unstorable(f"an entry is not text: {error}") from error
    size = sum(map(len, raw))
    if size > MOST_BYTES:
        raise Unstorable(f"{size} bytes are too many for one append; {MOST_BYTES} is the most")
    # Databases end a text here, or refuse it.
    if any(b"\0" in each for each in raw):
        raise Unstorable("an entry has a NUL in it, which is neither JSON nor a name")
    commands = [entry.command for entry in entries if entry.command is not None]
    if len(set(commands)) < len(commands):
        raise Unstorable("two entries of one append have the same command; one command is one entry")


def _is_plain(entry: NewEntry) -> bool:
    """Whether an entry is like nearly all of them: short, and of characters that nothing can be wrong with."""
    text = f"{entry.kind}{entry.command}{entry.body}"
    return len(text) <= MOST_BYTES and text.isascii() and "\0" not in text


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a log."""

    table: int
    number: int
    command: str | None
    kind: str
    body: str
    at: int


@dataclass(frozen=True, slots=True)
class Listing:
    """What changes in the lists together with an append; what is left out stays."""

    state: TableState | None = None
    settings: str | None = None
    seats: Mapping[int, int | None] | None = None
    """The person who now has a seat, or nobody; seats that are not named stay as they are."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A person on a seat."""

    seat: int
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table as lists show it."""

    id: int
    code: str
    """Six letters from A to Z, to be told to a friend."""
    settings: str
    created: int
    state: TableState
    last: int
    """The number of its last entry, 0 when there is none."""
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays."""

    id: int
    name: str
    created: int
    password: str | None
    """A hash, for those who want to come back without a token."""


class Store(Protocol):
    """A store. Whatever it refuses is a StoreError, and then nothing has changed.

    A call that writes returns when what it wrote is durable. To cancel one gives up waiting for it: a write that has
    not begun is dropped, one that has begun takes place.
    """

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        """Add entries behind entry number `after`, all or none, and return the number of the last.

        Repeated when one of the commands is in the log, whatever `after` is; Stale when `after` is not its last entry.
        """
        ...

    async def entries(self, table: int, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries behind number `after`, in order."""
        ...

    async def create_table(self, code: str, settings: str, at: int) -> Table:
        """A new table with an empty log, open. Taken when another has the code."""
        ...

    async def table(self, table: int) -> Table:
        """One table."""
        ...

    async def table_by_code(self, code: str) -> Table | None:
        """The table that has the code."""
        ...

    async def tables(
        self,
        state: TableState | None = None,
        person: int | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> list[Table]:
        """Tables, the newest first: of a state, with a person at them. A next page comes before the id of the last."""
        ...

    async def add_person(self, name: str, at: int, token: bytes | None = None) -> Person:
        """A new person, with the hash of a token by which to be known. Names need not differ."""
        ...

    async def person(self, person: int) -> Person:
        """One person."""
        ...

    async def person_by_token(self, token: bytes) -> Person | None:
        """Whose token has this hash."""
        ...

    async def person_by_login(self, name: str) -> Person | None:
        """Who has that name and a password, in capitals or not."""
        ...

    async def add_token(self, person: int, token: bytes, at: int) -> None:
        """One more hash of a token by which a person is known. Taken when it is somebody else's."""
        ...

    async def drop_token(self, token: bytes) -> None:
        """Nobody is known by this token any more."""
        ...

    async def set_password(self, person: int, password: str | None) -> None:
        """Keep the hash of a password, or forget it. Taken when somebody of that name has one."""
        ...

    async def change_password(self, person: int, was: str, password: str, token: bytes) -> bool:
        """Keep the hash of another password in the place of one, and of all tokens this one only.

        False, and nothing has changed, when that one is not the person's any more.
        """
        ...

    async def rename(self, person: int, name: str, password: str | None = None) -> Person:
        """Another name, and perhaps the hash of a new password with it.

        Taken when the person has a password, old or new, and somebody else of that name has one too.
        """
        ...

    async def keep_secret(self, table: int | None, name: str, value: bytes) -> bytes:
        """Keep a secret of a table, or of the server, and return what is kept: the first one, for ever."""
        ...

    async def secret(self, table: int | None, name: str) -> bytes | None:
        """A secret that was kept."""
        ...

    async def close(self) -> None:
        """Write what is waiting, and let go of everything."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
