"""Queries of tables, as lists show them."""

import re
from collections.abc import Sequence
from typing import Any

import asyncpg

from kolej.store.errors import Taken, UnknownTable, Unstorable
from kolej.store.models import Seated, Table, TableStatus

COLUMNS = """
    SELECT id, code, settings, created, status,
        coalesce((SELECT max(number) FROM entries WHERE table_id = tables.id), 0)
    FROM tables
"""


async def create_table(connection: Any, code: str, settings: str, at: int) -> Table:
    """Add an open table with an empty log."""
    if not re.fullmatch("[A-Z]{6,10}", code):
        raise Unstorable(f"{code!r} is no code of a table; it takes six to ten letters from A to Z")
    try:
        number = await connection.fetchval(
            "INSERT INTO tables (code, settings, created, status) VALUES ($1, $2, $3, 'open') RETURNING id",
            code,
            settings,
            at,
        )
    except asyncpg.UniqueViolationError as error:
        raise Taken(f"there is a table {code} already; take another code") from error
    return Table(number, code, settings, at, TableStatus.OPEN, 0, ())


async def check_table(connection: Any, table: int) -> None:
    """Refuse a table that does not exist."""
    if await connection.fetchval("SELECT 1 FROM tables WHERE id = $1", table) is None:
        raise UnknownTable(table)


async def table(connection: Any, number: int) -> Table:
    """A table by id."""
    found = await tables_where(connection, "id = $1", (number,))
    if not found:
        raise UnknownTable(number)
    return found[0]


async def table_by_code(connection: Any, code: str) -> Table | None:
    """A table by its code."""
    found = await tables_where(connection, "code = $1", (code,))
    return found[0] if found else None


async def tables(
    connection: Any, status: TableStatus | None, person: int | None, before: int | None, limit: int
) -> list[Table]:
    """Tables, the newest first, filtered by status and by a person who has a seat."""
    wanted: list[tuple[str, Any]] = []
    if status is not None:
        wanted.append(("status = $", status.value))
    if person is not None:
        wanted.append(("id IN (SELECT table_id FROM seats WHERE person_id = $", person))
    if before is not None:
        wanted.append(("id < $", before))
    conditions = [f"{text}{place}{')' * text.count('(')}" for place, (text, _) in enumerate(wanted, start=1)]
    where = " AND ".join(conditions) or "true"
    values = [value for _, value in wanted]
    return await tables_where(
        connection, f"{where} ORDER BY id DESC LIMIT ${len(values) + 1}", (*values, max(limit, 0))
    )


async def listed_tables(connection: Any, before: int | None, limit: int) -> list[Table]:
    """Tables that are listed for everybody, the newest first."""
    condition = "listed AND ($1::bigint IS NULL OR id < $1) ORDER BY id DESC LIMIT $2"
    return await tables_where(connection, condition, (before, max(limit, 0)))


async def tables_where(connection: Any, condition: str, values: Sequence[Any]) -> list[Table]:
    """Tables that meet a condition in SQL."""
    rows = await connection.fetch(f"{COLUMNS} WHERE {condition}", *values)
    seats: dict[int, list[Seated]] = {row[0]: [] for row in rows}
    seated = await connection.fetch(
        """
        SELECT table_id, seat, person_id, name FROM seats JOIN people ON people.id = person_id
        WHERE table_id = ANY ($1::bigint[]) ORDER BY seat
        """,
        list(seats),
    )
    for number, *seat in seated:
        seats[number].append(Seated(*seat))
    return [
        Table(number, code, settings, created, TableStatus(status), last, tuple(seats[number]))
        for number, code, settings, created, status, last in rows
    ]
