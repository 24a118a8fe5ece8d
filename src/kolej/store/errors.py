"""What a store refuses, and why.

The tree of errors:

    StoreError            anything a store refuses; nothing has changed
    ├── Stale             the log has another length than the writer thought; carries its last number
    ├── Repeated          the command is in the log already; carries its number
    ├── UnknownTable      a table that is not there
    ├── UnknownPerson     a person who is not there
    ├── Taken             a code, a name or a token that is in use
    ├── Unstorable        too long, not JSON, not text
    ├── Unavailable       not now: the same may be asked again later
    │   ├── DiskFull      no room left
    │   ├── ReadOnly      the files may not be written
    │   ├── Locked        another process holds the database
    │   ├── DiskFault     reading or writing failed
    │   └── Overloaded    too many are waiting
    ├── Closed            the store was closed
    ├── Damaged           the database is no longer whole
    └── CannotOpen        there is no store to be had here
        ├── InUse         another process has it open
        ├── Newer         written by a newer Kolej
        ├── Older         written by an older Kolej, and this reader may not change it
        └── NotAStore     the file is something else
"""

from kolej.engine.errors import KolejError


class StoreError(KolejError):
    """Anything a store refuses. Nothing has changed."""


class Stale(StoreError):
    """The log has another length than the writer thought."""

    def __init__(self, table: int, after: int, last: int) -> None:
        self.table = table
        self.after = after
        self.last = last
        super().__init__(
            f"table {table} has {last} entries, so nothing can be added after entry {after}; read on and decide again"
        )


class Repeated(StoreError):
    """The command is in the log already: it has had its effect."""

    def __init__(self, table: int, command: str, number: int) -> None:
        self.table = table
        self.command = command
        self.number = number
        super().__init__(f'command "{command}" is entry {number} of table {table} already')


class UnknownTable(StoreError):
    """A table that is not there."""

    def __init__(self, table: int | str) -> None:
        super().__init__(f"there is no table {table}")


class UnknownPerson(StoreError):
    """A person who is not there."""

    def __init__(self, person: int) -> None:
        super().__init__(f"there is no person {person}")


class Taken(StoreError):
    """A code, a name or a token that is in use."""


class Unstorable(StoreError):
    """Something too long, not JSON or not text."""


class Unavailable(StoreError):
    """Not now. Nothing was written, and the same may be asked again when the cause is gone."""


class DiskFull(Unavailable):
    """There is no room left."""


class ReadOnly(Unavailable):
    """The files may not be written."""


class Locked(Unavailable):
    """Another process holds the database."""


class DiskFault(Unavailable):
    """Reading or writing failed."""


class Overloaded(Unavailable):
    """More are waiting than can be served."""


class Closed(StoreError):
    """The store was closed."""


class Damaged(StoreError):
    """The database is no longer whole."""


class CannotOpen(StoreError):
    """There is no store to be had here."""


class InUse(CannotOpen):
    """Another process has it open."""


class Newer(CannotOpen):
    """It was written by a newer Kolej."""


class Older(CannotOpen):
    """It was written by an older Kolej, and whoever reads it now may not change it."""


class NotAStore(CannotOpen):
    """The file is something else."""
