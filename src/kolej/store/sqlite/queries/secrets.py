"""Queries of secrets."""

import apsw

from kolej.store.sqlite.queries.tables import check_table


def keep_secret(connection: apsw.Connection, table: int | None, name: str, value: bytes) -> bytes:
    """Store a secret unless there is one of that name, and return the stored one."""
    if table is not None:
        check_table(connection, table)
    kept = secret(connection, table, name)
    if kept is None:
        connection.execute("INSERT INTO secrets VALUES (?, ?, ?)", (table, name, value))
        return value
    return kept


def secret(connection: apsw.Connection, table: int | None, name: str) -> bytes | None:
    """A stored secret."""
    query = "SELECT value FROM secrets WHERE coalesce(table_id, 0) = ? AND name = ?"
    value: bytes | None = connection.execute(query, (table or 0, name)).get
    return value
