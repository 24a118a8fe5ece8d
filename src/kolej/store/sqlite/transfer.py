"""Rows of a SQLite store, for copying it from or to another one."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path

import apsw

from kolej.store.sqlite import migrate
from kolej.store.sqlite.connections import DATABASE, DatabaseFile
from kolej.store.sqlite.errors import store_errors
from kolej.store.sqlite.lock import FolderLock
from kolej.store.transfer import COUNTED, PARTS, ROWS_AT_ONCE, Row, Rows

OWN_NAMES = {"status": "state"}
"""Columns that have another name here."""
KEYS = {"entries": "table_id, number", "seats": "table_id, seat", "secrets": "coalesce(table_id, 0), name"}


class SqliteRows(Rows):
    """The rows of a database file, through one connection."""

    def __init__(self, connection: apsw.Connection, address: str) -> None:
        self.address = address
        self._connection = connection

    async def read(self, part: str) -> AsyncIterator[Sequence[Row]]:
        columns = [OWN_NAMES.get(name, name) for name in PARTS[part]]
        if part == "secrets":
            columns[0] = "coalesce(table_id, 0)"
        rows = self._connection.execute(f"SELECT {', '.join(columns)} FROM {part} ORDER BY {KEYS.get(part, 'id')}")
        while page := list(islice(rows, ROWS_AT_ONCE)):
            yield page

    async def write(self, part: str, rows: Sequence[Row]) -> None:
        columns = [OWN_NAMES.get(name, name) for name in PARTS[part]]
        values = ["?"] * len(columns)
        if part == "secrets":
            values[0] = "nullif(?, 0)"
        self._connection.executemany(
            f"INSERT INTO {part} ({', '.join(columns)}) VALUES ({', '.join(values)})", [tuple(row) for row in rows]
        )

    async def last_ids(self) -> dict[str, int]:
        query = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        return {part: self._connection.execute(query, (part,)).get or 0 for part in COUNTED}

    async def set_last_ids(self, ids: Mapping[str, int]) -> None:
        for part, last in ids.items():
            self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (part,))
            self._connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (part, last))


class SqliteFolder:
    """A data folder."""

    def __init__(self, folder: Path) -> None:
        self._database = DatabaseFile(folder / DATABASE)

    @asynccontextmanager
    async def source(self) -> AsyncIterator[Rows]:
        """Open it for reading. Nothing else may write to it meanwhile: its later entries would be missing."""
        path = self._database.path
        connection = self._database.reader()
        try:
            lock = FolderLock(path.parent)
        except BaseException:
            connection.close(True)
            raise
        try:
            with store_errors(path):
                migrate.check_current(connection, path)
                with connection:
                    yield SqliteRows(connection, str(path))
        finally:
            connection.close(True)
            lock.release()

    @asynccontextmanager
    async def target(self) -> AsyncIterator[Rows]:
        """Open it for writing in a transaction."""
        path = self._database.path
        with store_errors(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = FolderLock(path.parent)
            try:
                self._database.create()
                connection = self._database.writer()
                try:
                    connection.execute("BEGIN IMMEDIATE")
                    try:
                        yield SqliteRows(connection, str(path))
                    except BaseException:
                        connection.execute("ROLLBACK")
                        raise
                    connection.execute("COMMIT")
                finally:
                    connection.close(True)
            finally:
                lock.release()
