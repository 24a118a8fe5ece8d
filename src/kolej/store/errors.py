"""Errors of the store.

The tree of errors:

    StoreError            anything a store refuses; nothing was changed
    ├── Stale             the log has other entries than the caller thought; carries its last number
    ├── Repeated          the command is in the log already; carries its entry number
    ├── UnknownTable      a table that does not exist
    ├── UnknownPerson     a person who does not exist
    ├── Taken             a code, a name or a token that is in use
    ├── Unstorable        too long, not JSON, not text
    ├── Unavailable       temporarily unavailable: the same call may be repeated later
    │   ├── DiskFull      no room left
    │   ├── ReadOnly      the files may not be written
    │   ├── Locked        another process has the database locked
    │   ├── DiskFault     reading or writing failed
    │   ├── Overloaded    too many writes are waiting
    │   └── Uncertain     the connection was lost: only the log shows whether it was written
    ├── Closed            the store was closed
    ├── Damaged           the database is damaged
    └── CannotOpen        the store can't be opened
        ├── InUse         another process has it open
        ├── Newer         written by a newer Kolej
        ├── Older         written by an older Kolej, and opened read-only
        └── NotAStore     the file is something else
"""

from kolej.engine.errors import KolejError


class StoreError(KolejError):
    """Anything a store refuses. Nothing was changed, unless it is `Uncertain`."""


class Stale(StoreError):
    """The log has other entries than the caller thought."""

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
    """A table that does not exist."""

    def __init__(self, table: int | str) -> None:
        super().__init__(f"there is no table {table}")


class UnknownPerson(StoreError):
    """A person who does not exist."""

    def __init__(self, person: int | str) -> None:
        super().__init__(f"there is no person {person}")


class Taken(StoreError):
    """A code, a name or a token that is in use."""


class Unstorable(StoreError):
    """Something too long, not JSON or not text."""


class Unavailable(StoreError):
    """Temporarily unavailable. Nothing was written, and the same call may be repeated when the cause is gone."""


class DiskFull(Unavailable):
    """There is no room left."""


class ReadOnly(Unavailable):
    """The files may not be written."""


class Locked(Unavailable):
    """Another process has the database locked."""


class DiskFault(Unavailable):
    """Reading or writing failed."""


class Overloaded(Unavailable):
    """Too many writes are waiting."""


class Uncertain(Unavailable):
    """The connection was lost during a write, and nobody knows whether it took effect.

    The log has to be read again before anything else is decided. The same command may be sent again: it has one effect.
    """


class Closed(StoreError):
    """The store was closed."""


class Damaged(StoreError):
    """The database is damaged."""


class CannotOpen(StoreError):
    """The store can't be opened."""


class InUse(CannotOpen):
    """Another process has it open."""


class Newer(CannotOpen):
    """It was written by a newer Kolej."""


class Older(CannotOpen):
    """It was written by an older Kolej, and was opened read-only."""


class NotAStore(CannotOpen):
    """The file is something else."""
