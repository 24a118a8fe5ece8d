"""Retention: deletes people who asked for it, expired tokens, unused guests and tables that never started."""

import asyncio
from collections.abc import Callable

import msgspec

from kolej.engine.errors import KolejError
from kolej.server.accounts.people import DAY_MS, TOKEN_LIFETIME_MS
from kolej.server.logs import log_event, log_failure
from kolej.server.maintenance.deletion import finish_deletion
from kolej.server.tables.log.listing import listed_state
from kolej.server.tables.registry import TableRegistry
from kolej.server.time import Time
from kolej.store.errors import Stale, UnknownTable
from kolej.store.models import Table, TableStatus
from kolej.store.protocol import Store

FIRST_DELAY = 600
"""Seconds until the first search for what is unused: a clock that is wrong at the start has been set by then."""
INTERVAL = 6 * 3600
"""Seconds between two searches for what is unused."""
PAGE = 100
"""Tables that are looked at, and guests that are deleted, at once."""


class Retention:
    """Deletions in the background. What a restart interrupts is continued after it."""

    def __init__(
        self,
        store: Store,
        registry: TableRegistry,
        time: Time,
        unused_days: int,
        maintains: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._registry = registry
        self._time = time
        self._unused_days = unused_days
        self._maintains = maintains
        """Whether this process does what only one of several has to do."""
        self._asked = False
        """Whether somebody has asked this process for a deletion."""
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Continue with deletions that were begun."""
        self._asked = True
        self._woken.set()

    async def run(self) -> None:
        """Delete what is due, until this is cancelled."""
        due = self._time.ticks() + FIRST_DELAY
        while True:
            self._woken.clear()
            try:
                if self._asked or self._maintains():
                    self._asked = False
                    await self.finish_deletions()
                if self._time.ticks() >= due:
                    due = self._time.ticks() + INTERVAL
                    if self._maintains():
                        await self.delete_unused()
            except KolejError as error:
                # A full disk, for example; the next round tries again.
                log_failure("not everything could be deleted", error)
            await self._time.wait(self._woken, due - self._time.ticks())

    async def finish_deletions(self) -> None:
        """Remove everybody whose deletion was begun from all tables, and then from the store."""
        for person in await self._store.deletions():
            try:
                if await finish_deletion(self._store, person, self._registry.forget):
                    log_event("a person was deleted", person=person)
            except KolejError as error:
                log_failure("a person could not be deleted from every table", error, person=person)

    async def delete_unused(self) -> None:
        """Delete expired tokens, and tables and guests that were not used for the time in the settings."""
        now = self._time.now_ms()
        tokens = await self._store.drop_unused_tokens(now - TOKEN_LIFETIME_MS)
        tables = guests = 0
        if self._unused_days:
            before = now - self._unused_days * DAY_MS
            for status in (TableStatus.OPEN, TableStatus.ABANDONED):
                tables += await self._delete_tables(status, before)
            while deleted := await self._store.delete_unused_guests(before, PAGE):
                guests += deleted
        if tokens or tables or guests:
            log_event("unused records were deleted", tokens=tokens, tables=tables, guests=guests)

    async def _delete_tables(self, status: TableStatus, before: int) -> int:
        """Delete tables that never started. One that is in memory is in use: the next round looks at it again."""
        deleted, last = 0, 0
        while page := await self._store.unused_tables(status, before, last, PAGE):
            last = page[-1].id
            for table in page:
                if not _never_started(table) or self._registry.in_memory(table.code):
                    continue
                try:
                    await self._store.delete_table(table.id, table.last)
                    deleted += 1
                except (Stale, UnknownTable):
                    # Somebody came back to it at this very moment.
                    continue
        return deleted


def _never_started(table: Table) -> bool:
    try:
        return listed_state(table).stage == "gathering"
    except msgspec.MsgspecError:
        # Nothing is deleted that can't be read.
        return False
