"""Records of a store: tables, log entries, people. Times are milliseconds since 1970."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class TableStatus(StrEnum):
    """The status of a table, as lists of tables are filtered by it."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to append to a log."""

    kind: str
    body: str
    """JSON."""
    at: int
    command: str | None = None
    """The sender's idempotency key, unique within the table. An entry with a key that is in the log is refused as
    `Repeated`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a log."""

    table: int
    number: int
    command: str | None
    kind: str
    body: str
    at: int
    append: int = field(default=0, compare=False)
    """The same for all entries of one append, where a store knows it; otherwise 0."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Changes of a table's row in the lists, made together with an append. `None` leaves a field as it is."""

    status: TableStatus | None = None
    settings: str | None = None
    seats: Mapping[int, int | None] | None = None
    """The person who now has a seat, or None for nobody; seats that are not named stay as they are."""
    listed: bool | None = None
    """Whether the table is listed for everybody; a new table is not."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A person on a seat."""

    seat: int
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a list."""

    id: int
    code: str
    """Six to ten letters from A to Z, by which people share the table."""
    settings: str
    created: int
    status: TableStatus
    last: int
    """The number of its last entry, 0 if there is none."""
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A player: a guest, or somebody with an account."""

    id: int
    name: str
    created: int
    password: str | None
    """The hash of the account's password; None for a guest."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a person, without the token itself, which only the client has."""

    id: int
    person: Person
    label: str
    """What it is for, as people recognize it in a list."""
    created: int
    used: int
    """When it was last used, to the day."""
