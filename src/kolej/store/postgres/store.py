"""PostgreSQL store for an event loop. Several stores, in several processes, may write to one database."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from kolej.store.errors import Closed, Damaged
from kolej.store.models import Entry, Listing, NewEntry, Person, Table, TableStatus, Token
from kolej.store.postgres.appender import Appender
from kolej.store.postgres.connections import Database
from kolej.store.postgres.queries import deletion as deletion_queries
from kolej.store.postgres.queries import entries as entry_queries
from kolej.store.postgres.queries import health as health_queries
from kolej.store.postgres.queries import people as person_queries
from kolej.store.postgres.queries import secrets as secret_queries
from kolej.store.postgres.queries import tables as table_queries
from kolej.store.postgres.queries import tokens as token_queries
from kolej.store.protocol import Store, check

MAX_NAMED = 20
"""Damaged tables that are named; there may be many more."""

CHECKED_AT_ONCE = 500
"""Tables whose logs one statement checks."""

T = TypeVar("T")


class PostgresStore(Store):
    """A store in a PostgreSQL database, which `async with` connects to.

    In an event loop:

        async with PostgresStore("postgresql://kolej@localhost/kolej") as store:
            table = await store.create_table("QWERTY", "{}", at=0)
            await store.append(table.id, 0, [NewEntry("start", "{}", at=0)])
    """

    def __init__(self, url: str, *, exclusive: bool = False, migrates: bool = True) -> None:
        """With `exclusive`, opening it is refused as InUse while another exclusive store has the database open.

        Without `migrates`, a database is refused that lacks the current schema, and opening it changes nothing.
        """
        self.damage: str | None = None
        self._server = secrets.randbits(63)
        """The row of this store for health checks."""
        self._database = Database(url, exclusive, migrates)
        self._appender = Appender(self._database)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __aenter__(self) -> Self:
        await self._database.open()
        self._loop = asyncio.get_running_loop()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what is waiting, and close all connections."""
        self._loop = None
        await self._appender.close()
        await self._database.close()

    async def append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None = None) -> int:
        added = tuple(entries)
        check(added)
        if asyncio.get_running_loop() is not self._loop:
            return await self._perform(self._append(table, after, added, listing))
        try:
            # As `_perform`, but without a task for each append.
            return await asyncio.shield(self._appender.append(table, after, added, listing))
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
        await self._write(health_queries.check_write, self._server, at)

    async def find_damage(self) -> list[str]:
        parts: list[str] = []
        after = 0
        # A statement for many tables at a time: one for all would hold its locks for long, and no schema could change.
        while len(parts) < MAX_NAMED:
            page = await self._read(health_queries.checked_logs, after, CHECKED_AT_ONCE)
            if not page:
                break
            parts += [f"the log of table {code} has gaps" for _, code, whole in page if not whole]
            after = page[-1][0]
        if parts:
            self.damage = self.damage or "; ".join(parts)
        return parts

    async def _append(self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None) -> int:
        return await self._appender.append(table, after, entries, listing)

    async def _read(self, query: Callable[..., Awaitable[T]], *args: Any) -> T:
        return await self._perform(self._database.read(query, *args))

    async def _write(self, query: Callable[..., Awaitable[T]], *args: Any) -> T:
        return await self._perform(self._database.write(query, *args))

    async def _perform(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work in the event loop of the store, to which its connections belong; a caller may have another one.

        A caller that is cancelled only stops waiting.
        """
        home = self._loop
        if home is None:
            work.close()
            raise Closed(f"{self._database.address}: the store is closed")
        try:
            if asyncio.get_running_loop() is home:
                return await asyncio.shield(work)
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, home))
        except Damaged as error:
            self.damage = self.damage or str(error)
            raise
