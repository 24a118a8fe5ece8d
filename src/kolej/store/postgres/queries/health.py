"""Queries of health checks."""

from typing import Any

FORGOTTEN_MS = 86_400_000
"""Milliseconds after which the row of a server that has ended is removed."""

CHECK = """
INSERT INTO health_checks VALUES ($1, $2)
ON CONFLICT (server) DO UPDATE SET checked = greatest(health_checks.checked + 1, excluded.checked)
"""
CLEAR = """
DELETE FROM health_checks WHERE server IN (
    SELECT server FROM health_checks WHERE checked < $1 AND server <> $2 FOR UPDATE SKIP LOCKED
)
"""
LOGS = """
SELECT id, code, coalesce(entries = last AND first = 1, entries = 0) AS whole
FROM (SELECT id, code FROM tables WHERE id > $1 ORDER BY id LIMIT $2) AS checked, LATERAL (
    SELECT count(*) AS entries, min(number) AS first, max(number) AS last FROM entries WHERE table_id = id
) AS log
ORDER BY id
"""


async def check_write(connection: Any, server: int, at: int) -> None:
    """Write the time of a check to the row of a server."""
    await connection.execute(CLEAR, at - FORGOTTEN_MS, server)
    await connection.execute(CHECK, server, at)


async def checked_logs(connection: Any, after: int, limit: int) -> list[tuple[int, str, bool]]:
    """The ids and codes of the next tables after an id, and whether their logs are without gaps."""
    return [tuple(row) for row in await connection.fetch(LOGS, after, limit)]
