"""The logs, as rows. Functions of a connection, each to be called within a transaction."""

from collections.abc import Iterator, Sequence

import apsw

from kolej.store.errors import Repeated, Stale, UnknownPerson, UnknownTable
from kolej.store.log import Entry, Listing, NewEntry
from kolej.store.sqlite.people_rows import person_is_there
from kolej.store.sqlite.table_rows import must_be_there

UNLIMITED = -1
LAST = "SELECT coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0) FROM tables WHERE id = ?"


QUICKLY = """
INSERT INTO entries (table_id, number, command, kind, body, at)
SELECT id, ?2 + 1, ?3, ?4, ?5, ?6 FROM tables
WHERE id = ?1 AND ?2 = coalesce((SELECT max(number) FROM entries WHERE table_id = ?1), 0)
RETURNING number
"""


def append_quickly(connection: apsw.Connection, table: int, after: int, entry: NewEntry) -> int | None:
    """Add one entry behind number `after`; None if that is not its place. A command in use breaks a constraint."""
    row = (table, after, entry.command, entry.kind, entry.body, entry.at)
    number: int | None = connection.execute(QUICKLY, row).get
    return number


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
