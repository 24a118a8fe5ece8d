"""Secrets, as rows. Functions of a connection, each to be called within a transaction."""

import apsw

from kolej.store.sqlite.queries.tables import must_be_there


def keep_secret(connection: apsw.Connection, table: int | None, name: str, value: bytes) -> bytes:
    """Keep a secret unless there is one of that name, and return what is kept."""
    if table is not None:
        must_be_there(connection, table)
    kept = secret(connection, table, name)
    if kept is None:
        connection.execute("INSERT INTO secrets VALUES (?, ?, ?)", (table, name, value))
        return value
    return kept


def secret(connection: apsw.Connection, table: int | None, name: str) -> bytes | None:
    """A secret that was kept."""
    query = "SELECT value FROM secrets WHERE coalesce(table_id, 0) = ? AND name = ?"
    value: bytes | None = connection.execute(query, (table or 0, name)).get
    return value
