"""Queries of tables, as lists show them."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import apsw

from kolej.store.errors import Taken, UnknownTable, Unstorable
from kolej.store.models import Seated, Table, TableStatus

NO_ID = 2**63 - 1
"""Greater than the id of any table."""
COLUMNS = """
    SELECT id, code, settings, created, state,
        coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0)
    FROM tables
"""


def create_table(connection: apsw.Connection, code: str, settings: str, at: int) -> Table:
    """Add an open table with an empty log."""
    if not re.fullmatch("[A-Z]{6,10}", code):
        raise Unstorable(f"{code!r} is no code of a table; it takes six to ten letters from A to Z")
    if table_by_code(connection, code):
        raise Taken(f"there is a table {code} already; take another code")
    number = connection.execute(
        "INSERT INTO tables (code, settings, created, state) VALUES (?, ?, ?, 'open') RETURNING id",
        (code, settings, at),
    ).get
    return Table(number, code, settings, at, TableStatus.OPEN, 0, ())


def check_table(connection: apsw.Connection, table: int) -> None:
    """Refuse a table that does not exist."""
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).get is None:
        raise UnknownTable(table)


def table(connection: apsw.Connection, number: int) -> Table:
    """A table by id."""
    found = _with_seats(connection, connection.execute(f"{COLUMNS} WHERE id = ?", (number,)))
    if not found:
        raise UnknownTable(number)
    return found[0]


def table_by_code(connection: apsw.Connection, code: str) -> Table | None:
    """A table by its code."""
    found = _with_seats(connection, connection.execute(f"{COLUMNS} WHERE code = ?", (code,)))
    return found[0] if found else None


def tables(
    connection: apsw.Connection, status: TableStatus | None, person: int | None, before: int | None, limit: int
) -> list[Table]:
    """Tables, the newest first, filtered by status and by a person who has a seat."""
    wanted: list[tuple[str, Any]] = []
    if status is not None:
        wanted.append(("state = ?", status.value))
    if person is not None:
        wanted.append(("id IN (SELECT table_id FROM seats WHERE person_id = ?)", person))
    if before is not None:
        wanted.append(("id < ?", before))
    where = " AND ".join(condition for condition, _ in wanted) or "true"
    values = [value for _, value in wanted]
    return tables_where(connection, f"{where} ORDER BY id DESC LIMIT ?", (*values, max(limit, 0)))


def tables_where(connection: apsw.Connection, condition: str, values: Sequence[Any]) -> list[Table]:
    """Tables that meet a condition in SQL."""
    return _with_seats(connection, connection.execute(f"{COLUMNS} WHERE {condition}", values))


def listed_tables(connection: apsw.Connection, before: int | None, limit: int) -> list[Table]:
    """Tables that are listed for everybody, the newest first."""
    # The condition is that of the index, so that tables that are not listed cost nothing.
    rows = connection.execute(
        f"{COLUMNS} INDEXED BY tables_listed WHERE listed = 1 AND id < ? ORDER BY id DESC LIMIT ?",
        (NO_ID if before is None else before, max(limit, 0)),
    )
    return _with_seats(connection, rows)


def _with_seats(connection: apsw.Connection, found: Iterable[Any]) -> list[Table]:
    rows = list(found)
    seats: dict[int, list[Seated]] = {row[0]: [] for row in rows}
    for number, seat, person, name in connection.execute(
        """
        SELECT table_id, seat, person_id, name FROM seats JOIN people ON people.id = person_id
        WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY seat
        """,
        (json.dumps(list(seats)),),
    ):
        seats[number].append(Seated(seat, person, name))
    return [
        Table(number, code, settings, created, TableStatus(status), last, tuple(seats[number]))
        for number, code, settings, created, status, last in rows
    ]
