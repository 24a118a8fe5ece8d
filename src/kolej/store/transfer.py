"""Transfer: copies everything from one store to another, of the same kind or not, while no server uses either.

A copy is complete or has not taken place: the target is written in one transaction, and read again before the commit.
"""

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from kolej.store.errors import CannotOpen, Damaged

Row = Sequence[Any]

PARTS: Mapping[str, tuple[str, ...]] = {
    "people": ("id", "name", "created", "password", "login", "skeleton", "deleted"),
    "tokens": ("id", "hash", "person_id", "label", "created", "used"),
    "tables": ("id", "code", "settings", "created", "status", "listed"),
    "seats": ("table_id", "seat", "person_id"),
    "entries": ("table_id", "number", "command", "kind", "body", "at"),
    "secrets": ("table_id", "name", "value"),
}
"""What is copied, with the columns of each part; a part comes after those that it refers to. A secret of table 0 is the
server's own, and `listed` is 0 or 1."""
COUNTED = ("people", "tokens", "tables")
"""Parts whose ids are counted up and never used again."""
ROWS_AT_ONCE = 1000


class Rows(Protocol):
    """The rows of a store, for copying them."""

    address: str

    def read(self, part: str) -> AsyncIterator[Sequence[Row]]:
        """The rows of a part by key, a few at a time."""
        ...

    async def write(self, part: str, rows: Sequence[Row]) -> None:
        """Add rows to a part."""
        ...

    async def last_ids(self) -> dict[str, int]:
        """The last id that was used, by part; also of what was deleted."""
        ...

    async def set_last_ids(self, ids: Mapping[str, int]) -> None:
        """Let the ids of new rows begin after these."""
        ...


class Location(Protocol):
    """Where a store is: a data folder, or a database with a URL."""

    def source(self) -> AbstractAsyncContextManager[Rows]:
        """Open it for reading, at one moment."""
        ...

    def target(self) -> AbstractAsyncContextManager[Rows]:
        """Open it for writing in a transaction, which is committed at the end, or rolled back after an error."""
        ...


@dataclass(frozen=True, slots=True)
class Copied:
    """What was copied."""

    rows: Mapping[str, int]
    """The number of rows, by part."""


async def transfer(source: Location, target: Location) -> Copied:
    """Copy everything. The target must be an empty store, or one that does not exist yet."""
    async with source.source() as old, target.target() as new:
        for part in PARTS:
            async for _ in new.read(part):
                raise CannotOpen(f"{new.address}: there is data in it already; name an empty place")
        expected = {part: await _copy(old, new, part) for part in PARTS}
        await new.set_last_ids(await old.last_ids())
        for part, (count, digest) in expected.items():
            if await _digest(new, part) != (count, digest):
                raise Damaged(f"{new.address}: {part} are not the same after copying, so nothing was kept")
        return Copied({part: count for part, (count, _) in expected.items()})


async def _copy(old: Rows, new: Rows, part: str) -> tuple[int, str]:
    count, digest = 0, hashlib.sha256()
    async for rows in old.read(part):
        await new.write(part, rows)
        count += len(rows)
        _add(digest, rows)
    return count, digest.hexdigest()


async def _digest(store: Rows, part: str) -> tuple[int, str]:
    count, digest = 0, hashlib.sha256()
    async for rows in store.read(part):
        count += len(rows)
        _add(digest, rows)
    return count, digest.hexdigest()


def _add(digest: Any, rows: Sequence[Row]) -> None:
    for row in rows:
        digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
