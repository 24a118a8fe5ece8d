"""Queries of secrets."""

from typing import Any

from kolej.store.errors import UnknownTable

SERVER = 0
"""The table of secrets that belong to the server itself."""


async def keep_secret(connection: Any, table: int | None, name: str, value: bytes) -> bytes:
    """Store a secret unless there is one of that name, and return the stored one."""
    # The lock keeps the table from being deleted before this commits.
    query = "SELECT 1 FROM tables WHERE id = $1 FOR KEY SHARE"
    if table is not None and await connection.fetchval(query, table) is None:
        raise UnknownTable(table)
    await connection.execute(
        "INSERT INTO secrets VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", table or SERVER, name, value
    )
    kept = await secret(connection, table, name)
    assert kept is not None, "it was stored just now, or before"
    return kept


async def secret(connection: Any, table: int | None, name: str) -> bytes | None:
    """A stored secret."""
    query = "SELECT value FROM secrets WHERE table_id = $1 AND name = $2"
    value: bytes | None = await connection.fetchval(query, table or SERVER, name)
    return value
