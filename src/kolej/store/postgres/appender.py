"""Appender: appends that wait share one statement, and so one round trip and one commit.

While a statement is on its way, new appends queue up; together they make the next one. An append that the statement
leaves out is tried by itself, which says why it is refused.

After a lost connection nobody knows whether the last statement was committed. Every append has an id of its own, stored
with its entries, so it can be made again until the database answers: at most one of the attempts takes effect.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from kolej.store.errors import Locked, Overloaded, StoreError, Uncertain
from kolej.store.models import Listing, NewEntry
from kolej.store.postgres.connections import RETRY_PAUSE, Database, limited
from kolej.store.postgres.errors import is_lost, store_error
from kolej.store.postgres.queries import entries as entry_queries

MAX_BATCH = 256
"""Appends in one statement."""
MAX_STATEMENTS = 3
"""Statements that are on their way at the same time."""
MAX_WAITING = 20_000
"""Appends that may wait before others are refused."""
PATIENCE = 10.0
"""Seconds from `append` for which it is made again after a lost connection."""
TIMEOUT = 4.0
"""Seconds after which an attempt counts as lost: a half-open connection is not noticed otherwise."""
SHORTEST = 0.5
"""Seconds that the last attempt has at least."""
ATTEMPTS = 20
"""How often an append is decided again if another one got its number meanwhile."""


@dataclass(slots=True)
class Append:
    """An append, and the future that waits for it."""

    table: int
    after: int
    entries: Sequence[NewEntry]
    listing: Listing | None
    future: asyncio.Future[int]
    id: int = field(default_factory=lambda: secrets.randbits(63))
    asked: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    def row(self) -> entry_queries.Row:
        """The append as a row; only for one entry without a listing."""
        (entry,) = self.entries
        return self.table, self.after, entry.command, entry.kind, entry.body, entry.at, self.id


class Appender:
    """Makes appends in batches, in the event loop of the store. Those to one log are made in order."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[Append] = deque()
        """Single entries that the next statement will append."""
        self._behind: dict[int, deque[Append]] = {}
        """Appends that wait for an earlier one to the same log, by table; a table without an append has no key."""
        self._count = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._statements = 0
        self._connections: list[Any] = []
        """Unused connections that are kept for the next statements: the pool takes as long as a short statement."""

    def append(
        self, table: int, after: int, entries: Sequence[NewEntry], listing: Listing | None
    ) -> asyncio.Future[int]:
        """Append. The future is the number of the last entry when it is durable; cancelling it changes nothing."""
        if self._count >= MAX_WAITING:
            raise Overloaded(f"{self._database.address}: {MAX_WAITING} writes are waiting already; try again later")
        new = Append(table, after, entries, listing, asyncio.get_running_loop().create_future())
        self._count += 1
        if table in self._behind:
            self._behind[table].append(new)
        else:
            self._behind[table] = deque()
            self._begin(new)
        return new.future

    async def close(self) -> None:
        """Wait for the appends that were asked for."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        while self._connections:
            with suppress(Exception):
                await self._database.give_back(self._connections.pop(), TIMEOUT)

    def _begin(self, new: Append) -> None:
        if len(new.entries) > 1 or new.listing is not None:
            self._start(self._append_alone(new))
            return
        self._waiting.append(new)
        if self._statements < MAX_STATEMENTS:
            self._statements += 1
            self._start(self._append_waiting())

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _end(self, done: Append, result: int | Exception) -> None:
        """Answer an append, unless its caller has given up, and begin the next one to the same log."""
        self._count -= 1
        if not done.future.done():
            if isinstance(result, Exception):
                done.future.set_exception(result)
            else:
                done.future.set_result(result)
        behind = self._behind[done.table]
        if behind:
            self._begin(behind.popleft())
        else:
            del self._behind[done.table]

    async def _append_waiting(self) -> None:
        try:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(MAX_BATCH, len(self._waiting)))]
                appended = await self._append_together(batch)
                for each in batch:
                    if each.id in appended:
                        self._end(each, each.after + 1)
                if len(appended) < len(batch):
                    await asyncio.gather(*(self._append_alone(each) for each in batch if each.id not in appended))
        finally:
            self._statements -= 1

    async def _append_together(self, batch: Sequence[Append]) -> set[int]:
        """The ids of the appends that are certainly durable."""
        try:
            connection = self._connections.pop() if self._connections else await self._database.take(TIMEOUT)
        except Exception:
            return set()
        try:
            with limited(connection, TIMEOUT):
                appended = await entry_queries.append_rows(connection, [each.row() for each in batch])
        except Exception:
            # Whatever it is, each append finds out by itself.
            with suppress(Exception):
                await self._database.give_back(connection, TIMEOUT)
            return set()
        self._connections.append(connection)
        return appended

    async def _append_alone(self, new: Append) -> None:
        try:
            result: int | Exception = await self._try_until_certain(new)
        except Exception as error:
            result = error
        self._end(new, result)

    async def _try_until_certain(self, new: Append) -> int:
        loop = asyncio.get_running_loop()
        end = new.asked + PATIENCE
        attempts = 0
        while True:
            try:
                args = (new.table, new.after, new.entries, new.listing, new.id)
                seconds = max(SHORTEST, min(TIMEOUT, end - loop.time()))
                return await self._database.transaction(entry_queries.append, args, seconds)
            except StoreError:
                raise
            except asyncpg.UniqueViolationError as error:
                attempts += 1
                if attempts == ATTEMPTS:
                    raise Locked("PostgreSQL: others append to this log all the time; try again") from error
            except asyncpg.LockNotAvailableError as error:
                # A process that is stuck may be in the middle of an append to this log.
                if loop.time() >= end:
                    raise store_error(error) from error
            except Exception as error:
                if not is_lost(error):
                    raise store_error(error) from error
                if loop.time() >= end:
                    problem = f"{self._database.address} can't be reached ({type(error).__name__})"
                    raise Uncertain(f"{problem}; it is not known whether the entry was written") from error
                await asyncio.sleep(RETRY_PAUSE)
