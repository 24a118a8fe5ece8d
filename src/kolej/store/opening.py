"""Opens the store that a setting names: a PostgreSQL database, or SQLite in a data folder."""

import os

from kolej.store.errors import CannotOpen
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore

POSTGRES = ("postgresql://", "postgres://")
"""How the URL of a PostgreSQL database begins."""


def open_store(folder: str | os.PathLike[str], database: str = "") -> Store:
    """The store of a server. PostgreSQL is connected to by `async with`; SQLite is open at once.

    InUse if another server has it open.
    """
    if not database:
        return SqliteStore.open(folder)
    if not database.startswith(POSTGRES):
        raise CannotOpen("a database is named by a URL such as postgresql://user:password@host/name")
    try:
        from kolej.store.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise CannotOpen(
            f'PostgreSQL needs the extra "cluster" ({error.name} is not installed); '
            "install it with: pip install 'kolej[cluster]'"
        ) from error
    return PostgresStore(database, exclusive=True)
