"""Queries that delete people and tables."""

from collections.abc import Mapping
from typing import Any

from kolej.store.errors import Stale, UnknownPerson, UnknownTable
from kolej.store.models import Table, TableStatus
from kolej.store.postgres.queries.entries import LAST
from kolej.store.postgres.queries.tables import tables_where


async def begin_deletion(connection: Any, number: int, name: str, at: int) -> None:
    """Remove the tokens and the password of a person, and give them a neutral name."""
    query = """
        UPDATE people SET name = $1, password = NULL, login = NULL, skeleton = NULL, deleted = $2 WHERE id = $3
        RETURNING id
    """
    if await connection.fetchval(query, name, at, number) is None:
        raise UnknownPerson(number)
    await connection.execute("DELETE FROM tokens WHERE person_id = $1", number)


async def deletions(connection: Any) -> list[int]:
    """The people whose deletion was begun and has not ended."""
    return [row[0] for row in await connection.fetch("SELECT id FROM people WHERE deleted IS NOT NULL ORDER BY id")]


async def tables_involving(connection: Any, number: int, prefix: str) -> list[int]:
    """The tables where a person has a seat, or whose log has a command that starts with a prefix."""
    # One search in an index for each table: much less than reading all commands of all logs.
    query = """
        SELECT table_id FROM seats WHERE person_id = $1
        UNION
        SELECT id FROM tables WHERE EXISTS (
            SELECT 1 FROM entries WHERE table_id = tables.id AND command >= $2 AND command < $3
        )
        ORDER BY 1
    """
    after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    return [row[0] for row in await connection.fetch(query, number, prefix, after)]


async def replace_bodies(connection: Any, number: int, bodies: Mapping[int, str]) -> None:
    """Replace the bodies of entries by number."""
    await _unlock(connection, number)
    await connection.executemany(
        "UPDATE entries SET body = $1 WHERE table_id = $2 AND number = $3",
        [(body, number, entry) for entry, body in bodies.items()],
    )
    await _lock(connection)


async def end_deletion(connection: Any, number: int) -> bool:
    """Remove a person whose deletion was begun. False while they have a seat."""
    if await connection.fetchval("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", number) is None:
        return True
    if await connection.fetchval("SELECT 1 FROM seats WHERE person_id = $1", number):
        return False
    await connection.execute("DELETE FROM people WHERE id = $1 AND deleted IS NOT NULL", number)
    return True


async def delete_unused_guests(connection: Any, before: int, limit: int) -> int:
    """Delete people without a password and without a seat who were last seen before a time."""
    rows = await connection.fetch(
        """
        DELETE FROM people WHERE id IN (
            SELECT id FROM people
            WHERE password IS NULL AND deleted IS NULL AND created < $1
                AND NOT EXISTS (SELECT 1 FROM seats WHERE person_id = people.id)
                AND NOT EXISTS (SELECT 1 FROM tokens WHERE person_id = people.id AND used >= $1)
            LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        AND NOT EXISTS (SELECT 1 FROM seats WHERE person_id = people.id)
        RETURNING id
        """,
        before,
        limit,
    )
    return len(rows)


async def unused_tables(connection: Any, status: TableStatus, before: int, after: int, limit: int) -> list[Table]:
    """Tables of a status to which nothing was appended since a time, by id."""
    condition = """
        status = $1 AND id > $2 AND created < $3 AND coalesce(
            (SELECT at FROM entries WHERE table_id = tables.id ORDER BY number DESC LIMIT 1), 0
        ) < $3 ORDER BY id LIMIT $4
    """
    return await tables_where(connection, condition, (status.value, after, before, limit))


async def delete_table(connection: Any, number: int, last: int) -> None:
    """Delete a table with its log, seats and secrets."""
    await _unlock(connection, number)
    found = await connection.fetchval(LAST, number)
    if found != last:
        raise Stale(number, last, found)
    for name in ("entries", "seats", "secrets"):
        await connection.execute(f"DELETE FROM {name} WHERE table_id = $1", number)
    await _lock(connection)
    await connection.execute("DELETE FROM tables WHERE id = $1", number)


async def _unlock(connection: Any, number: int) -> None:
    """Let the trigger accept changes of a log in this transaction, and let nobody append to it meanwhile."""
    if await connection.fetchval("SELECT 1 FROM tables WHERE id = $1 FOR UPDATE", number) is None:
        raise UnknownTable(number)
    await connection.execute("SELECT set_config('kolej.unlocked_log', $1, true)", str(number))


async def _lock(connection: Any) -> None:
    await connection.execute("SELECT set_config('kolej.unlocked_log', '', true)")
