"""The logs, as rows. Functions of a connection, each to be called within a transaction."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

import apsw

from kolej.store.errors import Repeated, Stale, UnknownPerson, UnknownTable
from kolej.store.protocol import Entry, Listing, NewEntry
from kolej.store.sqlite.queries.people import person_is_there
from kolej.store.sqlite.queries.tables import must_be_there

UNLIMITED = -1
LAST = "SELECT coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0) FROM tables WHERE id = ?"

Row = tuple[int, int, str | None, str, str, int]
"""One entry to add: the table, the number that it comes behind, command, kind, body and time."""

TOGETHER = """
INSERT INTO entries (table_id, number, command, kind, body, at)
SELECT column1, CASE column2
    WHEN coalesce((SELECT max(number) FROM entries WHERE table_id = column1), 0) THEN column2 + 1
END, column3, column4, column5, column6
FROM (VALUES {rows}) WHERE column1 IS NOT NULL
"""
"""An entry that does not come behind the last has no number, and one of an unknown table nothing to refer to: the
constraints refuse either, and with it the whole statement."""
NO_ROW = (None,) * 6


@cache
def _together(count: int) -> str:
    return TOGETHER.format(rows=", ".join(["(?, ?, ?, ?, ?, ?)"] * count))


def append_together(connection: apsw.Connection, rows: Sequence[Row]) -> bool:
    """Add one entry to each of many logs; False, and none of them added, if any has no place or its command is used.

    After each statement a thread waits for its turn with all others, so there is only one, which outside of
    a transaction is one by itself. It has room for a power of two of rows, so that SQLite has it prepared mostly.
    """
    room = 1 << (len(rows) - 1).bit_length()
    values = [*chain.from_iterable(rows), *NO_ROW * (room - len(rows))]
    try:
        connection.execute(_together(room), values)
    except apsw.ConstraintError:
        return False
    return True


def append(
    connection: apsw.Connection, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None
) -> int:
    """Add entries behind number `after`, and return the number of the last."""
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
        _list(connection, table, listing)
    return last


def _list(connection: apsw.Connection, table: int, listing: Listing) -> None:
    if listing.state is not None:
        connection.execute("UPDATE tables SET state = ? WHERE id = ?", (listing.state.value, table))
    if listing.settings is not None:
        connection.execute("UPDATE tables SET settings = ? WHERE id = ?", (listing.settings, table))
    for seat, person in (listing.seats or {}).items():
        connection.execute("DELETE FROM seats WHERE table_id = ? AND seat = ?", (table, seat))
        if person is not None:
            if not person_is_there(connection, person):
                raise UnknownPerson(person)
            connection.execute("INSERT INTO seats VALUES (?, ?, ?)", (table, seat, person))


def entries(connection: apsw.Connection, table: int, after: int, limit: int | None) -> list[Entry]:
    """The entries behind number `after`, in order."""
    must_be_there(connection, table)
    return list(each_entry(connection, table, after, UNLIMITED if limit is None else limit))


def each_entry(connection: apsw.Connection, table: int, after: int = 0, limit: int = UNLIMITED) -> Iterator[Entry]:
    """The same, one by one."""
    rows = connection.execute(
        "SELECT number, command, kind, body, at FROM entries WHERE table_id = ? AND number > ? ORDER BY number LIMIT ?",
        (table, after, limit),
    )
    for number, command, kind, body, at in rows:
        yield Entry(table, number, command, kind, body, at)
