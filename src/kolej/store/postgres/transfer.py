"""Rows of a PostgreSQL store, for copying it from or to another one."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from kolej.store.postgres.connections import Database
from kolej.store.postgres.errors import store_error
from kolej.store.transfer import COUNTED, PARTS, ROWS_AT_ONCE, Row, Rows

KEYS = {"entries": "table_id, number", "seats": "table_id, seat", "secrets": "table_id, name"}
NO_APPEND = 0
"""The append id of copied entries: nobody waits for them."""


class PostgresRows(Rows):
    """The rows of a database, through one connection in a transaction."""

    def __init__(self, connection: Any, address: str) -> None:
        self.address = address
        self._connection = connection

    async def read(self, part: str) -> AsyncIterator[Sequence[Row]]:
        columns = ["listed::int" if name == "listed" else name for name in PARTS[part]]
        query = f"SELECT {', '.join(columns)} FROM {part} ORDER BY {KEYS.get(part, 'id')}"
        cursor = await self._connection.cursor(query)
        while page := await cursor.fetch(ROWS_AT_ONCE):
            yield page

    async def write(self, part: str, rows: Sequence[Row]) -> None:
        columns = list(PARTS[part])
        if part == "entries":
            columns.append("append_id")
            rows = [(*row, NO_APPEND) for row in rows]
        elif part == "tables":
            at = columns.index("listed")
            rows = [(*row[:at], bool(row[at]), *row[at + 1 :]) for row in rows]
        await self._connection.copy_records_to_table(part, records=[tuple(row) for row in rows], columns=columns)

    async def last_ids(self) -> dict[str, int]:
        found = {}
        for part in COUNTED:
            sequence = await self._connection.fetchval("SELECT pg_get_serial_sequence($1, 'id')", part)
            last, called = await self._connection.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
            found[part] = last if called else 0
        return found

    async def set_last_ids(self, ids: Mapping[str, int]) -> None:
        for part, last in ids.items():
            query = "SELECT setval(pg_get_serial_sequence($1, 'id'), greatest($2::bigint, 1), $2::bigint > 0)"
            await self._connection.execute(query, part, last)


class PostgresDatabase:
    """A database with a URL."""

    def __init__(self, url: str) -> None:
        self._url = url

    @asynccontextmanager
    async def source(self) -> AsyncIterator[Rows]:
        """Open it for reading. No server may use it meanwhile: its later entries would be missing."""
        async with self._rows(readonly=True) as rows:
            yield rows

    @asynccontextmanager
    async def target(self) -> AsyncIterator[Rows]:
        """Open it for writing in a transaction."""
        async with self._rows(readonly=False) as rows:
            yield rows

    @asynccontextmanager
    async def _rows(self, readonly: bool) -> AsyncIterator[Rows]:
        database = Database(self._url, exclusive=True)
        await database.open()
        try:
            async with (
                database.connection() as connection,
                connection.transaction(isolation="repeatable_read", readonly=readonly),
            ):
                yield PostgresRows(connection, database.address)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise store_error(error) from error
        finally:
            await database.close()
