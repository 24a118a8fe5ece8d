"""Polling: finds appends of other processes that no message has announced, by one query for all followed tables."""

from kolej.server.cluster.database import ClusterDatabase
from kolej.server.cluster.hub import ClusterHub

LAST_ENTRIES = """
SELECT id, (SELECT max(number) FROM entries WHERE table_id = followed.id)
FROM unnest($1::bigint[]) AS followed (id)
"""
AT_ONCE = 1000
"""Tables in one query."""


async def poll(database: ClusterDatabase, hub: ClusterHub) -> None:
    """Compare every followed table with its log. Raises one of `UNAVAILABLE` if the database does not answer."""
    tables = hub.followed
    for start in range(0, len(tables), AT_ONCE):
        for table, last in await database.fetch(LAST_ENTRIES, tables[start : start + AT_ONCE]):
            hub.grown(table, last)
