"""One look at a database from outside, whether a server writes it at the time or not: for commands."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from kolej.store.errors import UnknownTable
from kolej.store.protocol import Entry, Table
from kolej.store.sqlite import migrate as schema
from kolej.store.sqlite.connections import DATABASE, Place
from kolej.store.sqlite.errors import told
from kolej.store.sqlite.queries import entries as log_rows
from kolej.store.sqlite.queries import tables as table_rows

PAGE = 500


class Reader:
    """Everything as it was at one moment."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def table(self, name: str) -> Table:
        """The table of a code, or of a number."""
        found = table_rows.table_by_code(self._connection, name.upper())
        if found is None and name.isascii() and name.isdecimal() and len(name) < 19:
            found = table_rows.table(self._connection, int(name))
        if found is None:
            raise UnknownTable(name)
        return found

    def tables(self) -> Iterator[Table]:
        """Every table, the newest first."""
        before: int | None = None
        while page := table_rows.tables(self._connection, None, None, before, PAGE):
            yield from page
            before = page[-1].id

    def entries(self, table: int) -> Iterator[Entry]:
        """The log of a table, in order."""
        return log_rows.each_entry(self._connection, table)


@contextmanager
def reading(folder: str | os.PathLike[str]) -> Iterator[Reader]:
    """Look at the database of a folder."""
    place = Place(Path(folder) / DATABASE)
    connection = place.reader()
    try:
        schema.check_current(connection, place.path)
        with connection:
            yield Reader(connection)
    except apsw.Error as error:
        raise told(error, place.path) from error
    finally:
        connection.close(True)
