"""A process that appends to a store until it is killed, and prints what was acknowledged.

    python -m tests.store.appender FOLDER NAME

Prints a line for each acknowledgement: the table, the number and the command.
"""

import asyncio
import os
import sys
from random import Random

from kolej.store.models import NewEntry
from kolej.store.sqlite import SqliteStore

TABLES = 16


async def write(store: SqliteStore, table: int, after: int, name: str) -> None:
    rng = Random(f"{name} {table}")
    while True:
        command = f"{name}-{after}"
        body = f'"{"x" * rng.choice([10, 500, 20_000])}"'
        entries = [NewEntry("move", body, at=1, command=command), NewEntry("outcome", "{}", at=1)]
        after = await store.append(table, after, entries)
        os.write(1, f"{table} {after - 1} {command}\n".encode())


async def main(folder: str, name: str) -> None:
    async with SqliteStore.open(folder) as store:
        for made in range(len(await store.tables()), TABLES):
            await store.create_table(f"AAAAA{chr(65 + made)}", "{}", at=1)
        await asyncio.gather(*(write(store, table.id, table.last, name) for table in await store.tables()))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
