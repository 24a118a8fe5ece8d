"""Opens the store that a setting or an argument names: a PostgreSQL database by its URL, or SQLite in a data folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kolej.store.errors import CannotOpen
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore
from kolej.store.sqlite.transfer import SqliteFolder
from kolej.store.transfer import Location

POSTGRES = ("postgresql://", "postgres://")
"""How the URL of a PostgreSQL database begins."""


def open_store(place: str | os.PathLike[str]) -> Store:
    """The store of a server. PostgreSQL is connected to by `async with`; SQLite is open at once.

    A folder is refused as InUse while another server has it open. Any number of servers may have a database open.
    """
    if not is_database(place):
        return SqliteStore.open(place)
    with _requires_asyncpg():
        from kolej.store.postgres import PostgresStore
    return PostgresStore(str(place))


def location(place: str) -> Location:
    """A store to copy from or to."""
    if not is_database(place):
        return SqliteFolder(Path(place))
    with _requires_asyncpg():
        from kolej.store.postgres.transfer import PostgresDatabase
    return PostgresDatabase(place)


def is_database(place: str | os.PathLike[str]) -> bool:
    """Whether this is the URL of a database and not the path of a folder."""
    text = os.fspath(place)
    if "://" in text and not text.startswith(POSTGRES):
        raise CannotOpen("a database is named by a URL such as postgresql://user:password@host/name")
    return text.startswith(POSTGRES)


@contextmanager
def _requires_asyncpg() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise CannotOpen(
            f'PostgreSQL needs the extra "cluster" ({error.name} is not installed); '
            "install it with: pip install 'kolej[cluster]'"
        ) from error
