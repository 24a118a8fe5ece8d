"""Helpers that make entries and read logs."""

from itertools import count

from kolej.store.models import NewEntry
from kolej.store.protocol import Store

_codes = count()


def move(command: str | None = None, body: str = "{}") -> NewEntry:
    return NewEntry("move", body, at=1, command=command)


async def new_table(store: Store) -> int:
    """The id of a new table."""
    number = next(_codes)
    code = "".join(chr(65 + number // 26**place % 26) for place in range(6))
    return (await store.create_table(code, "{}", at=1)).id


async def commands(store: Store, table: int) -> list[str | None]:
    """The commands in a log, whose numbers must be 1, 2, 3 and so on."""
    entries = await store.entries(table)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.command for entry in entries]
