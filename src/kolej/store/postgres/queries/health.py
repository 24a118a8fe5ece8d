"""Queries of health checks."""

from typing import Any


async def check_write(connection: Any, at: int) -> None:
    """Write the time of a check."""
    await connection.execute("UPDATE health SET checked = greatest(checked + 1, $1)", at)


async def incomplete_logs(connection: Any, limit: int) -> list[str]:
    """The codes of tables whose logs have gaps."""
    # No timeout: this reads an index of all entries.
    rows = await connection.fetch(
        """
        SELECT code FROM tables WHERE id IN (
            SELECT table_id FROM entries GROUP BY table_id HAVING count(*) <> max(number) OR min(number) <> 1 LIMIT $1
        )
        """,
        limit,
        timeout=None,
    )
    return [row[0] for row in rows]
