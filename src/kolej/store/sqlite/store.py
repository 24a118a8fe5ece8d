"""SQLite store for an event loop: one thread writes, others read beside it."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import apsw

from kolej.store.errors import Damaged
from kolej.store.models import Entry, Listing, NewEntry, Person, Table, TableStatus, Token
from kolej.store.protocol import Store, check
from kolej.store.sqlite.connections import DATABASE, DatabaseFile, sync_folder
from kolej.store.sqlite.errors import store_errors
from kolej.store.sqlite.integrity import IntegrityCheck
from kolej.store.sqlite.lock import FolderLock
from kolej.store.sqlite.queries import deletion as deletion_queries
from kolej.store.sqlite.queries import entries as entry_queries
from kolej.store.sqlite.queries import health as health_queries
from kolej.store.sqlite.queries import people as person_queries
from kolej.store.sqlite.queries import secrets as secret_queries
from kolej.store.sqlite.queries import tables as table_queries
from kolej.store.sqlite.queries import tokens as token_queries
from kolej.store.sqlite.reader_pool import ReaderPool
from kolej.store.sqlite.writer import Writer, WriterStats

P = ParamSpec("P")
T = TypeVar("T")


class SqliteStore(Store):
    """A store in the file `kolej.db` of a folder.

    In an event loop:

        async with SqliteStore.open("data") as store:
            table = await store.create_table("QWERTY", "{}", at=0)
            await store.append(table.id, 0, [NewEntry("start", "{}", at=0)])
    """

    def __init__(self, lock: FolderLock, database: DatabaseFile) -> None:
        self.damage: str | None = None
        self._lock = lock
        self._writer = Writer(database.writer(), database.path)
        self._readers = ReaderPool(database)
        self._integrity = IntegrityCheck(database)

    @classmethod
    def open(cls, folder: str | os.PathLike[str], *, lock_timeout: float = 5.0, vfs: str | None = None) -> Self:
        """Open the store of a data folder, which is created if needed. InUse if another process has it open."""
        database = DatabaseFile(Path(folder) / DATABASE, lock_timeout, vfs)
        with store_errors(folder):
            if not database.path.parent.is_dir():
                database.path.parent.mkdir(mode=0o700, parents=True)
                sync_folder(database.path.parent.parent)
            lock = FolderLock(database.path.parent)
            try:
                database.create()
                return cls(lock, database)
            except BaseException:
                lock.release()
                raise

    @property
    def stats(self) -> WriterStats:
        """What was written so far, and in how many commits."""
        return self._writer.stats

    async def close(self) -> None:
        """Write what is waiting, and close all connections."""
        await asyncio.to_thread(self._close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _close(self) -> None:
        # Readers first: the last connection that closes runs a checkpoint, which only the writer can.
        self._integrity.close()
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
        try:
            return await self._writer.perform(
                lambda each: entry_queries.append(each, table, after, added, listing), row
            )
        except Damaged as error:
            self.damage = self.damage or str(error)
            raise

    async def entries(
        self, table: int, after: int = 0, limit: int | None = None, without: str | None = None
    ) -> list[Entry]:
        return await self._read(entry_queries.entries, table, after, limit, without)

    async def last_entries(self, table: int, kind: str, limit: int) -> list[Entry]:
        return await self._read(entry_queries.last_entries, table, kind, limit)

    async def command_entry(self, table: int, command: str) -> tuple[int | None, int]:
        return await self._read(entry_queries.command_entry, table, command)

    async def create_table(self, code: str, settings: str, at: int) -> Table:
        return await self._write(table_queries.create_table, code, settings, at)

    async def table(self, table: int) -> Table:
        return await self._read(table_queries.table, table)

    async def table_by_code(self, code: str) -> Table | None:
        return await self._read(table_queries.table_by_code, code)

    async def tables(
        self,
        status: TableStatus | None = None,
        person: int | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> list[Table]:
        return await self._read(table_queries.tables, status, person, before, limit)

    async def listed_tables(self, before: int | None = None, limit: int = 50) -> list[Table]:
        return await self._read(table_queries.listed_tables, before, limit)

    async def add_person(self, name: str, at: int, token: bytes | None = None, label: str = "") -> Person:
        return await self._write(person_queries.add_person, name, at, token, label)

    async def person(self, person: int) -> Person:
        return await self._read(person_queries.person, person)

    async def token(self, token: bytes) -> Token | None:
        return await self._read(token_queries.token, token)

    async def tokens(self, person: int) -> list[Token]:
        return await self._read(token_queries.tokens, person)

    async def person_by_login(self, name: str) -> Person | None:
        return await self._read(person_queries.person_by_login, name)

    async def account_like(self, name: str, but: int | None = None) -> Person | None:
        return await self._read(person_queries.account_like, name, but)

    async def add_token(self, person: int, token: bytes, at: int, label: str = "") -> None:
        await self._write(token_queries.add_token, person, token, at, label)

    async def use_token(self, token: bytes, at: int) -> None:
        await self._write(token_queries.use_token, token, at)

    async def drop_token(self, token: bytes) -> None:
        await self._write(token_queries.drop_token, token)

    async def drop_token_by_id(self, person: int, token: int) -> bytes | None:
        return await self._write(token_queries.drop_token_by_id, person, token)

    async def drop_unused_tokens(self, before: int) -> int:
        return await self._write(token_queries.drop_unused_tokens, before)

    async def set_password(self, person: int, password: str | None) -> None:
        await self._write(person_queries.set_password, person, password)

    async def change_password(self, person: int, was: str, password: str, token: bytes) -> bool:
        return await self._write(person_queries.change_password, person, was, password, token)

    async def rename(self, person: int, name: str, password: str | None = None) -> Person:
        return await self._write(person_queries.rename, person, name, password)

    async def begin_deletion(self, person: int, name: str, at: int) -> None:
        await self._write(deletion_queries.begin_deletion, person, name, at)

    async def deletions(self) -> list[int]:
        return await self._read(deletion_queries.deletions)

    async def tables_involving(self, person: int, prefix: str) -> list[int]:
        return await self._read(deletion_queries.tables_involving, person, prefix)

    async def replace_bodies(self, table: int, bodies: Mapping[int, str]) -> None:
        await self._write(deletion_queries.replace_bodies, table, bodies)

    async def end_deletion(self, person: int) -> bool:
        return await self._write(deletion_queries.end_deletion, person)

    async def delete_unused_guests(self, before: int, limit: int = 500) -> int:
        return await self._write(deletion_queries.delete_unused_guests, before, limit)

    async def unused_tables(self, status: TableStatus, before: int, after: int = 0, limit: int = 50) -> list[Table]:
        return await self._read(deletion_queries.unused_tables, status, before, after, limit)

    async def delete_table(self, table: int, last: int) -> None:
        await self._write(deletion_queries.delete_table, table, last)

    async def keep_secret(self, table: int | None, name: str, value: bytes) -> bytes:
        return await self._write(secret_queries.keep_secret, table, name, value)

    async def secret(self, table: int | None, name: str) -> bytes | None:
        return await self._read(secret_queries.secret, table, name)

    async def check_write(self, at: int) -> None:
        await self._write(health_queries.check_write, at)

    async def find_damage(self) -> list[str]:
        parts = await asyncio.to_thread(self._integrity.damaged_parts)
        if parts:
            self.damage = self.damage or "; ".join(parts)
        return parts

    async def _write(self, work: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._writer.perform(lambda connection: work(connection, *args, **kwargs))
        except Damaged as error:
            self.damage = self.damage or str(error)
            raise

    async def _read(self, work: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._readers.perform(lambda connection: work(connection, *args, **kwargs))
        except Damaged as error:
            self.damage = self.damage or str(error)
            raise
