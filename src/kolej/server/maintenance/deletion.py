"""Deletion of people: from every table where they sat or spoke, and then from the store."""

from collections.abc import Awaitable, Callable

from kolej.server.tables.log.forget import command_prefix, forget
from kolej.server.tables.log.journal import Journal
from kolej.server.time import Time
from kolej.store.errors import UnknownTable
from kolej.store.protocol import Store

Forget = Callable[[int, int], Awaitable[str | None]]
"""Removes from a table, by id, a person. Returns the code of its rematch."""


async def finish_deletion(store: Store, person: int, forget_at: Forget) -> bool:
    """Delete a person whose deletion was begun. False if they took a seat meanwhile; the next attempt goes on."""
    waiting = await store.tables_involving(person, command_prefix(person))
    done = set[int]()
    while waiting:
        table = waiting.pop()
        done.add(table)
        try:
            rematch = await forget_at(table, person)
        except UnknownTable:
            continue
        # A rematch seats everybody: also somebody who then did nothing there.
        found = None if rematch is None else await store.table_by_code(rematch)
        if found is not None and found.id not in done:
            waiting.append(found.id)
    return await store.end_deletion(person)


async def forget_stored(store: Store, time: Time, table: int, person: int) -> str | None:
    """Remove a person from a table while no server is running."""
    found = await store.table(table)
    if not found.last:
        return None
    journal = Journal(store, time, found)
    await journal.load()
    await forget(journal, person, journal.write)
    return journal.state.rematch
