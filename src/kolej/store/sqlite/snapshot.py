"""Snapshot of a database for commands, whether or not a server is running on it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from kolej.store.errors import UnknownPerson, UnknownTable
from kolej.store.models import Entry, Person, Table
from kolej.store.sqlite import migrate
from kolej.store.sqlite.connections import DATABASE, DatabaseFile
from kolej.store.sqlite.errors import store_error
from kolej.store.sqlite.queries import entries as entry_queries
from kolej.store.sqlite.queries import people as person_queries
from kolej.store.sqlite.queries import tables as table_queries

PAGE = 500
"""Tables that are read at once."""


class Snapshot:
    """Read-only access to a database, as it was at one moment."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def table(self, name: str) -> Table:
        """A table by its code or its id."""
        found = table_queries.table_by_code(self._connection, name.upper())
        if found is None and name.isascii() and name.isdecimal() and len(name) < 19:
            found = table_queries.table(self._connection, int(name))
        if found is None:
            raise UnknownTable(name)
        return found

    def person(self, name: str) -> Person:
        """A person by the name of their account, or by id."""
        found = person_queries.person_by_login(self._connection, name)
        if found is None and name.isascii() and name.isdecimal() and len(name) < 19:
            found = person_queries.person(self._connection, int(name))
        if found is None:
            raise UnknownPerson(name)
        return found

    def tables(self) -> Iterator[Table]:
        """Every table, the newest first."""
        before: int | None = None
        while page := table_queries.tables(self._connection, None, None, before, PAGE):
            yield from page
            before = page[-1].id

    def entries(self, table: int) -> Iterator[Entry]:
        """The log of a table, in order."""
        return entry_queries.each_entry(self._connection, table)


@contextmanager
def open_snapshot(folder: str | os.PathLike[str]) -> Iterator[Snapshot]:
    """A snapshot of the database in a data folder."""
    database = DatabaseFile(Path(folder) / DATABASE)
    connection = database.reader()
    try:
        migrate.check_current(connection, database.path)
        with connection:
            yield Snapshot(connection)
    except apsw.Error as error:
        raise store_error(error, database.path) from error
    finally:
        connection.close(True)
