"""Replay check: reads every table of a store and replays its game."""

from kolej.engine.errors import KolejError
from kolej.server.errors import Refusal
from kolej.server.tables.log.journal import Journal
from kolej.server.time import SystemTime
from kolej.store.protocol import Store

PAGE = 100
"""Tables that are listed at once."""


async def unreadable_tables(store: Store) -> list[str]:
    """The codes of tables that can't be read or whose game can't be replayed."""
    faults: list[str] = []
    before: int | None = None
    while page := await store.tables(before=before, limit=PAGE):
        for table in page:
            # A table whose creation was interrupted has an empty log.
            if table.last:
                journal = Journal(store, SystemTime(), table)
                try:
                    await journal.load()
                    await journal.make_ready()
                except (KolejError, Refusal, LookupError, ValueError):
                    faults.append(table.code)
        before = page[-1].id
    return faults
