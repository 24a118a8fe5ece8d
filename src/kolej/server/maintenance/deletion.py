"""Deletion of people: from every table where they sat or spoke, and then from the store."""

from collections.abc import Awaitable, Callable
from functools import partial

from kolej.server.accounts.names import FORMER
from kolej.server.tables.log.forget import command_prefix, forget
from kolej.server.tables.log.journal import Journal
from kolej.server.time import SystemTime, Time
from kolej.store.errors import UnknownTable
from kolej.store.models import Person, Table
from kolej.store.protocol import Store
from kolej.store.sqlite import SqliteStore

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


async def delete_stored_table(data: str, table: Table) -> None:
    """Delete a table from the database in a folder, while no server runs on it."""
    async with SqliteStore.open(data) as store:
        await store.delete_table(table.id, table.last)


async def delete_stored_person(data: str, person: Person) -> None:
    """Delete a person from the database in a folder, while no server runs on it."""
    time = SystemTime()
    async with SqliteStore.open(data) as store:
        await store.begin_deletion(person.id, FORMER, time.now_ms())
        await finish_deletion(store, person.id, partial(forget_stored, store, time))
