"""The store, for an event loop: writes through one thread, reads beside it."""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import apsw

from kolej.store.protocol import Entry, Listing, NewEntry, Person, Store, Table, TableState, check
from kolej.store.sqlite.connections import DATABASE, Place, settle
from kolej.store.sqlite.errors import telling
from kolej.store.sqlite.lock import FolderLock
from kolej.store.sqlite.queries import entries as log_rows
from kolej.store.sqlite.queries import people as people_rows
from kolej.store.sqlite.queries import secrets as secret_rows
from kolej.store.sqlite.queries import tables as table_rows
from kolej.store.sqlite.reader_pool import Readers
from kolej.store.sqlite.writer import Figures, Writer

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore(Store):
    """A store in the file `kolej.db` of a folder.

    In an event loop:

        async with SqliteStore.open("data") as store:
            table = await store.create_table("QWERTY", "{}", at=0)
            await store.append(table.id, 0, [NewEntry("start", "{}", at=0)])
    """

    def __init__(self, lock: FolderLock, place: Place) -> None:
        self._lock = lock
        self._writer = Writer(place.writer(), place.path)
        self._readers = Readers(place)

    @classmethod
    def open(cls, folder: str | os.PathLike[str], *, patience: float = 5.0, vfs: str | None = None) -> Self:
        """Open the store of a folder, which is made unless it is there. InUse while another process has it."""
        place = Place(Path(folder) / DATABASE, patience, vfs)
        with telling(folder):
            if not place.path.parent.is_dir():
                place.path.parent.mkdir(mode=0o700, parents=True)
                settle(place.path.parent.parent)
            lock = FolderLock(place.path.parent)
            try:
                place.create()
                return cls(lock, place)
            except BaseException:
                lock.release()
                raise

    @property
    def figures(self) -> Figures:
        """What was written so far, and in how many commits."""
        return self._writer.figures

    async def close(self) -> None:
        """Write what is waiting, and let go of everything."""
        await asyncio.to_thread(self._close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _close(self) -> None:
        # Readers first: the last connection to close moves what is left to the database, and that is the writer's work.
        self._readers.close()
        self._writer.close()
        self._lock.release()

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        added = tuple(entries)
        check(added)
        row = None
        if len(added) == 1 and listing is None:
            (entry,) = added
            row = (table, after, entry.command, entry.kind, entry.body, entry.at)
        return await self._writer.perform(lambda each: log_rows.append(each, table, after, added, listing), row)

    async def entries(self, table: int, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self._read(log_rows.entries, table, after, limit)

    async def create_table(self, code: str, settings: str, at: int) -> Table:
        return await self._write(table_rows.create_table, code, settings, at)

    async def table(self, table: int) -> Table:
        return await self._read(table_rows.table, table)

    async def table_by_code(self, code: str) -> Table | None:
        return await self._read(table_rows.table_by_code, code)

    async def tables(
        self,
        state: TableState | None = None,
        person: int | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> list[Table]:
        return await self._read(table_rows.tables, state, person, before, limit)

    async def add_person(self, name: str, at: int, token: bytes | None = None) -> Person:
        return await self._write(people_rows.add_person, name, at, token)

    async def person(self, person: int) -> Person:
        return await self._read(people_rows.person, person)

    async def person_by_token(self, token: bytes) -> Person | None:
        return await self._read(people_rows.person_by_token, token)

    async def person_by_login(self, name: str) -> Person | None:
        return await self._read(people_rows.person_by_login, name)

    async def add_token(self, person: int, token: bytes, at: int) -> None:
        await self._write(people_rows.add_token, person, token, at)

    async def drop_token(self, token: bytes) -> None:
        await self._write(people_rows.drop_token, token)

    async def set_password(self, person: int, password: str | None) -> None:
        await self._write(people_rows.set_password, person, password)

    async def change_password(self, person: int, was: str, password: str, token: bytes) -> bool:
        return await self._write(people_rows.change_password, person, was, password, token)

    async def rename(self, person: int, name: str, password: str | None = None) -> Person:
        return await self._write(people_rows.rename, person, name, password)

    async def keep_secret(self, table: int | None, name: str, value: bytes) -> bytes:
        return await self._write(secret_rows.keep_secret, table, name, value)

    async def secret(self, table: int | None, name: str) -> bytes | None:
        return await self._read(secret_rows.secret, table, name)

    async def _write(self, work: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.perform(lambda connection: work(connection, *args, **kwargs))

    async def _read(self, work: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._readers.perform(lambda connection: work(connection, *args, **kwargs))
