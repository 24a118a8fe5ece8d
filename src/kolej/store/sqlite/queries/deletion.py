"""Queries that delete people and tables."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import apsw

from kolej.store.errors import Stale
from kolej.store.models import Table, TableStatus
from kolej.store.sqlite.queries.people import person
from kolej.store.sqlite.queries.tables import check_table, table, tables_where


def begin_deletion(connection: apsw.Connection, number: int, name: str, at: int) -> None:
    """Remove the tokens and the password of a person, and give them a neutral name."""
    person(connection, number)
    connection.execute("DELETE FROM tokens WHERE person_id = ?", (number,))
    connection.execute(
        "UPDATE people SET name = ?, password = NULL, login = NULL, skeleton = NULL, deleted = ? WHERE id = ?",
        (name, at, number),
    )


def deletions(connection: apsw.Connection) -> list[int]:
    """The people whose deletion was begun and has not ended."""
    return [row[0] for row in connection.execute("SELECT id FROM people WHERE deleted IS NOT NULL ORDER BY id")]


def tables_involving(connection: apsw.Connection, number: int, prefix: str) -> list[int]:
    """The tables where a person has a seat, or whose log has a command that starts with a prefix."""
    # One search in an index for each table: much less than reading all commands of all logs.
    query = """
        SELECT table_id FROM seats WHERE person_id = ?1
        UNION
        SELECT id FROM tables WHERE EXISTS (
            SELECT 1 FROM entries WHERE table_id = tables.id AND command >= ?2 AND command < ?3
        )
    """
    after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    return [row[0] for row in connection.execute(query, (number, prefix, after))]


def replace_bodies(connection: apsw.Connection, number: int, bodies: Mapping[int, str]) -> None:
    """Replace the bodies of entries by number."""
    check_table(connection, number)
    with _unlocked(connection, number):
        for entry, body in bodies.items():
            connection.execute("UPDATE entries SET body = ? WHERE table_id = ? AND number = ?", (body, number, entry))


def end_deletion(connection: apsw.Connection, number: int) -> bool:
    """Remove a person whose deletion was begun. False while they have a seat."""
    if connection.execute("SELECT 1 FROM seats WHERE person_id = ?", (number,)).get:
        return False
    connection.execute("DELETE FROM people WHERE id = ? AND deleted IS NOT NULL", (number,))
    return True


def delete_unused_guests(connection: apsw.Connection, before: int, limit: int) -> int:
    """Delete people without a password and without a seat who were last seen before a time."""
    connection.execute(
        """
        DELETE FROM people WHERE id IN (
            SELECT id FROM people
            WHERE password IS NULL AND deleted IS NULL AND created < ?1
                AND NOT EXISTS (SELECT 1 FROM seats WHERE person_id = people.id)
                AND NOT EXISTS (SELECT 1 FROM tokens WHERE person_id = people.id AND used >= ?1)
            LIMIT ?2
        )
        """,
        (before, limit),
    )
    return connection.changes()


def unused_tables(connection: apsw.Connection, status: TableStatus, before: int, after: int, limit: int) -> list[Table]:
    """Tables of a status to which nothing was appended since a time, by id."""
    condition = """
        state = ? AND id > ? AND created < ? AND coalesce(
            (SELECT at FROM entries WHERE table_id = tables.id ORDER BY number DESC LIMIT 1), 0
        ) < ? ORDER BY id LIMIT ?
    """
    return tables_where(connection, condition, (status.value, after, before, before, limit))


def delete_table(connection: apsw.Connection, number: int, last: int) -> None:
    """Delete a table with its log, seats and secrets."""
    found = table(connection, number)
    if found.last != last:
        raise Stale(number, last, found.last)
    with _unlocked(connection, number):
        for name in ("entries", "seats", "secrets"):
            connection.execute(f"DELETE FROM {name} WHERE table_id = ?", (number,))
    connection.execute("DELETE FROM tables WHERE id = ?", (number,))


@contextmanager
def _unlocked(connection: apsw.Connection, number: int) -> Iterator[None]:
    """Let the triggers accept changes of a log. If anything fails, the transaction is rolled back with this row."""
    connection.execute("INSERT INTO unlocked_logs VALUES (?)", (number,))
    yield
    connection.execute("DELETE FROM unlocked_logs WHERE table_id = ?", (number,))
