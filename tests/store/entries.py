"""Short ways to say what goes into a log."""

from itertools import count

from kolej.store.protocol import NewEntry, Store

_codes = count()


def move(command: str | None = None, body: str = "{}") -> NewEntry:
    return NewEntry("move", body, at=1, command=command)


async def new_table(store: Store) -> int:
    """The number of a table that nobody has used."""
    number = next(_codes)
    code = "".join(chr(65 + number // 26**place % 26) for place in range(6))
    return (await store.create_table(code, "{}", at=1)).id


async def commands(store: Store, table: int) -> list[str | None]:
    """The commands in a log, which is counted from 1 without a gap."""
    entries = await store.entries(table)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.command for entry in entries]
