"""Queries of log entries."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

import apsw

from kolej.store.errors import Repeated, Stale, UnknownPerson, UnknownTable
from kolej.store.models import Entry, Listing, NewEntry
from kolej.store.sqlite.queries.people import person_exists
from kolej.store.sqlite.queries.tables import check_table

UNLIMITED = -1
LAST = "SELECT coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0) FROM tables WHERE id = ?"
COMMAND_ENTRY = """
SELECT
    (SELECT number FROM entries WHERE table_id = tables.id AND command = ?),
    coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0)
FROM tables WHERE id = ?
"""

Row = tuple[int, int, str | None, str, str, int]
"""An entry to append: table, number of the entry before it, command, kind, body and time."""

INSERT_ROWS = """
INSERT INTO entries (table_id, number, command, kind, body, at)
SELECT column1, CASE column2
    WHEN coalesce((SELECT max(number) FROM entries WHERE table_id = column1), 0) THEN column2 + 1
END, column3, column4, column5, column6
FROM (VALUES {rows}) WHERE column1 IS NOT NULL
"""
"""If an entry does not follow the last one, its number is NULL; if its table is unknown, the foreign key fails. Either
constraint refuses the whole statement."""
NO_ROW = (None,) * 6


@cache
def _insert_rows(count: int) -> str:
    return INSERT_ROWS.format(rows=", ".join(["(?, ?, ?, ?, ?, ?)"] * count))


def append_rows(connection: apsw.Connection, rows: Sequence[Row]) -> bool:
    """Append one entry to each of many logs. False, and nothing appended, if one is out of date or its command used.

    One statement, because after each statement the thread has to wait for the interpreter lock; outside of a
    transaction it commits by itself. It has room for a power of two of rows, so that SQLite can reuse prepared ones.
    """
    room = 1 << (len(rows) - 1).bit_length()
    values = [*chain.from_iterable(rows), *NO_ROW * (room - len(rows))]
    try:
        connection.execute(_insert_rows(room), values)
    except apsw.ConstraintError:
        return False
    return True


def append(
    connection: apsw.Connection, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None
) -> int:
    """Append entries after number `after`, and return the number of the last."""
    last: int | None = connection.execute(LAST, (table,)).get
    if last is None:
        raise UnknownTable(table)
    for entry in entries:
        if entry.command is not None:
            number = connection.execute(
                "SELECT number FROM entries WHERE table_id = ? AND command = ?", (table, entry.command)
            ).get
            if number is not None:
                raise Repeated(table, entry.command, number)
    if last != after:
        raise Stale(table, after, last)
    for entry in entries:
        last += 1
        connection.execute(
            "INSERT INTO entries (table_id, number, command, kind, body, at) VALUES (?, ?, ?, ?, ?, ?)",
            (table, last, entry.command, entry.kind, entry.body, entry.at),
        )
    if listing is not None:
        _update_listing(connection, table, listing)
    return last


def _update_listing(connection: apsw.Connection, table: int, listing: Listing) -> None:
    if listing.status is not None:
        connection.execute("UPDATE tables SET state = ? WHERE id = ?", (listing.status.value, table))
    if listing.settings is not None:
        connection.execute("UPDATE tables SET settings = ? WHERE id = ?", (listing.settings, table))
    if listing.listed is not None:
        connection.execute("UPDATE tables SET listed = ? WHERE id = ?", (int(listing.listed), table))
    for seat, person in (listing.seats or {}).items():
        connection.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (table, seat))
        if person is not None:
            if not person_exists(connection, person):
                raise UnknownPerson(person)
            connection.execute("INSERT INTO seats VALUES (?, ?, ?)", (table, seat, person))


def entries(connection: apsw.Connection, table: int, after: int, limit: int | None, without: str | None) -> list[Entry]:
    """The entries after number `after`, in order, but those of one kind."""
    check_table(connection, table)
    return list(each_entry(connection, table, after, UNLIMITED if limit is None else limit, without))


def each_entry(
    connection: apsw.Connection, table: int, after: int = 0, limit: int = UNLIMITED, without: str | None = None
) -> Iterator[Entry]:
    """The same as an iterator, without a check of the table."""
    rows = connection.execute(
        "SELECT number, command, kind, body, at FROM entries WHERE table_id = ? AND number > ? AND kind IS NOT ? "
        "ORDER BY number LIMIT ?",
        (table, after, without, limit),
    )
    for number, command, kind, body, at in rows:
        yield Entry(table, number, command, kind, body, at)


def last_entries(connection: apsw.Connection, table: int, kind: str, limit: int) -> list[Entry]:
    """The last entries of one kind, in order."""
    check_table(connection, table)
    rows = connection.execute(
        "SELECT number, command, body, at FROM entries WHERE table_id = ? AND kind = ? ORDER BY number DESC LIMIT ?",
        (table, kind, limit),
    ).fetchall()
    return [Entry(table, number, command, kind, body, at) for number, command, body, at in reversed(rows)]


def command_entry(connection: apsw.Connection, table: int, command: str) -> tuple[int | None, int]:
    """The number of the entry with a command, if there is one, and that of the last entry."""
    found: tuple[int | None, int] | None = connection.execute(COMMAND_ENTRY, (command, table)).fetchone()
    if found is None:
        raise UnknownTable(table)
    return found
