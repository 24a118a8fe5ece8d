"""Opens the store that a setting or an argument names: a PostgreSQL database by its URL, or SQLite in a data folder."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kolej.store.errors import CannotOpen, UnknownTable
from kolej.store.models import Entry, Table
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore, open_snapshot
from kolej.store.sqlite.transfer import SqliteFolder
from kolej.store.transfer import Location

POSTGRES = ("postgresql://", "postgres://")
"""How the URL of a PostgreSQL database begins."""
PAGE = 500
"""Tables that are read at once."""


def open_store(place: str | os.PathLike[str]) -> Store:
    """The store of a server. PostgreSQL is connected to by `async with`; SQLite is open at once.

    A folder is refused as InUse while another server has it open. Any number of servers may have a database open.
    """
    return _postgres_store(place) if is_database(place) else SqliteStore.open(place)


async def read_logs(place: str, name: str | None = None) -> AsyncIterator[tuple[Table, Sequence[Entry]]]:
    """A table by its code or id with its log, or all tables, the newest first. Servers may run; nothing is written.

    A folder is read as it was at one moment. In a database each log is read by itself: a transaction for all of them
    would keep a newer server from migrating the schema.
    """
    if not is_database(place):
        with open_snapshot(place) as snapshot:
            for table in snapshot.tables() if name is None else [snapshot.table(name)]:
                # Nothing else here waits: without this, an interruption would only be noticed at the end.
                await asyncio.sleep(0)
                yield table, list(snapshot.entries(table.id))
        return
    async with _postgres_store(place, migrates=False) as store:
        if name is not None:
            table = await _named(store, name)
            yield table, await store.entries(table.id, limit=table.last)
            return
        before: int | None = None
        while page := await store.tables(before=before, limit=PAGE):
            for table in page:
                try:
                    entries = await store.entries(table.id, limit=table.last)
                except UnknownTable:
                    # It was deleted meanwhile.
                    continue
                yield table, entries
            before = page[-1].id


async def _named(store: Store, name: str) -> Table:
    found = await store.table_by_code(name.upper())
    if found is not None:
        return found
    if name.isascii() and name.isdecimal() and len(name) < 19:
        return await store.table(int(name))
    raise UnknownTable(name)


def _postgres_store(place: str | os.PathLike[str], migrates: bool = True) -> Store:
    with _requires_asyncpg():
        from kolej.store.postgres import PostgresStore
    return PostgresStore(str(place), migrates=migrates)


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
