"""Queries of log entries."""

from collections.abc import Sequence
from typing import Any

from kolej.store.errors import Repeated, Stale, UnknownPerson, UnknownTable
from kolej.store.models import Entry, Listing, NewEntry
from kolej.store.postgres.queries.tables import check_table

Row = tuple[int, int, str | None, str, str, int, int]
"""An entry to append: table, number of the entry before it, command, kind, body, time and append id."""

APPEND_ROWS = """
INSERT INTO entries (table_id, number, command, kind, body, at, append_id)
SELECT new.table_id, new.after + 1, new.command, new.kind, new.body, new.at, new.append_id
FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
    AS new (table_id, after, command, kind, body, at, append_id)
WHERE new.after = (
    SELECT coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0)
    FROM tables WHERE id = new.table_id
)
ORDER BY new.table_id, new.append_id
ON CONFLICT DO NOTHING
RETURNING append_id
"""
"""Entries that do not follow the last one of their log, or whose command is in it, are left out. The order is the same
in every process, so that two of them never wait for each other."""

INSERT = """
INSERT INTO entries (table_id, number, command, kind, body, at, append_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
LAST = "SELECT coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0) FROM tables WHERE id = $1"
COMMAND_ENTRY = """
SELECT
    (SELECT number FROM entries WHERE table_id = tables.id AND command = $2),
    coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0)
FROM tables WHERE id = $1
"""


async def append_rows(connection: Any, rows: Sequence[Row]) -> set[int]:
    """Append one entry to each of many logs, in one statement that commits by itself; returns their append ids."""
    columns = zip(*rows, strict=True)
    return {row[0] for row in await connection.fetch(APPEND_ROWS, *map(list, columns))}


async def append(
    connection: Any, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None, append_id: int
) -> int:
    """Append entries after number `after`, and return the number of the last. Doing it again changes nothing."""
    last: int | None = await connection.fetchval(LAST, table)
    if last is None:
        raise UnknownTable(table)
    first = await connection.fetchval(
        "SELECT append_id FROM entries WHERE table_id = $1 AND number = $2", table, after + 1
    )
    if first == append_id:
        return after + len(entries)
    for entry in entries:
        if entry.command is not None:
            number = await connection.fetchval(
                "SELECT number FROM entries WHERE table_id = $1 AND command = $2", table, entry.command
            )
            if number is not None:
                raise Repeated(table, entry.command, number)
    if last != after:
        raise Stale(table, after, last)
    await connection.executemany(
        INSERT,
        [
            (table, after + place, entry.command, entry.kind, entry.body, entry.at, append_id)
            for place, entry in enumerate(entries, start=1)
        ],
    )
    if listing is not None:
        await _update_listing(connection, table, listing)
    return after + len(entries)


async def _update_listing(connection: Any, table: int, listing: Listing) -> None:
    await connection.execute(
        """
        UPDATE tables SET status = coalesce($2, status), settings = coalesce($3, settings),
            listed = coalesce($4, listed)
        WHERE id = $1
        """,
        table,
        None if listing.status is None else listing.status.value,
        listing.settings,
        listing.listed,
    )
    for seat, person in (listing.seats or {}).items():
        await connection.execute("DELETE FROM seats WHERE table_id = $1 AND seat = $2", table, seat)
        if person is not None:
            # The lock keeps the person from being deleted before this commits.
            if await connection.fetchval("SELECT 1 FROM people WHERE id = $1 FOR KEY SHARE", person) is None:
                raise UnknownPerson(person)
            await connection.execute("INSERT INTO seats VALUES ($1, $2, $3)", table, seat, person)


async def entries(connection: Any, table: int, after: int, limit: int | None, without: str | None) -> list[Entry]:
    """The entries after number `after`, in order, but those of one kind."""
    await check_table(connection, table)
    rows = await connection.fetch(
        "SELECT number, command, kind, body, at, append_id FROM entries "
        "WHERE table_id = $1 AND number > $2 AND kind IS DISTINCT FROM $3 ORDER BY number LIMIT $4",
        table,
        after,
        without,
        limit,
    )
    return [Entry(table, *row) for row in rows]


async def last_entries(connection: Any, table: int, kind: str, limit: int) -> list[Entry]:
    """The last entries of one kind, in order."""
    await check_table(connection, table)
    rows = await connection.fetch(
        "SELECT number, command, kind, body, at FROM entries "
        "WHERE table_id = $1 AND kind = $2 ORDER BY number DESC LIMIT $3",
        table,
        kind,
        limit,
    )
    return [Entry(table, *row) for row in reversed(rows)]


async def command_entry(connection: Any, table: int, command: str) -> tuple[int | None, int]:
    """The number of the entry with a command, if there is one, and that of the last entry."""
    found = await connection.fetchrow(COMMAND_ENTRY, table, command)
    if found is None:
        raise UnknownTable(table)
    return found[0], found[1]
