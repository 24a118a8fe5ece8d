"""Search for tables by code, with a limit of unknown codes: nobody can find private tables by trying."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.limits import Limits
from kolej.server.tables.registry import TableRegistry
from kolej.server.tables.table import Table


async def find_table(
    registry: TableRegistry, limits: Limits, code: str, identity: Identity | None, address: str
) -> Table:
    """The table with a code. An address that has tried too many unknown codes finds only tables of that person.

    If it found others as well, its refusals would reveal which codes exist, as before.
    """
    try:
        async with limited_search(limits, address):
            if not registry.in_memory(code):
                await registry.check_exists(code)
    except Refusal as refusal:
        if refusal.code == "unknown-table" or identity is None or not await registry.has_part(identity, code):
            raise
    if not registry.in_memory(code):
        # Its whole log has to be read.
        await limits.reads.take(address)
    return await registry.table(code)


@asynccontextmanager
async def limited_search(limits: Limits, address: str) -> AsyncIterator[None]:
    """Something that looks for a table by a code: refused if the address has tried too many unknown ones.

    One at a time for each address: otherwise many at once would all be looked up before the first is counted.
    """
    async with limits.searches.turn(address):
        await limits.unknown_codes.check(address)
        try:
            yield
        except Refusal as refusal:
            if refusal.code == "unknown-table":
                await limits.unknown_codes.take(address)
            raise
