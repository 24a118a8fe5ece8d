"""Writers that append entry after entry, and a check that nothing acknowledged is lost."""

import asyncio

from kolej.store.errors import Repeated, Unavailable
from kolej.store.postgres import PostgresStore
from tests.store.entries import commands, move


async def write_until(stop: asyncio.Event, store: PostgresStore, table: int, acknowledged: list[str]) -> None:
    """Append entry after entry, and send a command again until its effect is known."""
    after = 0
    while not stop.is_set():
        command = f"{table}-{after}"
        try:
            after = await store.append(table, after, [move(command)])
        except Repeated as error:
            after = error.number
        except Unavailable:
            await asyncio.sleep(0.02)
            continue
        acknowledged.append(command)


async def check_logs(store: PostgresStore, tables: list[int], acknowledged: list[str]) -> None:
    there = [command for table in tables for command in await commands(store, table)]
    assert len(set(there)) == len(there)
    assert set(acknowledged) <= set(there)
