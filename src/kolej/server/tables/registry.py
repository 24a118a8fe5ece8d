"""Table registry: finds the tables of a server, opens new ones, and keeps the active ones in memory."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from weakref import WeakValueDictionary

import msgspec

from kolej.engine.errors import KolejError
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.limits import Turn, one_turn
from kolej.server.logs import log_failure
from kolej.server.tables.actions import fair_deal
from kolej.server.tables.bot_moves import MoveChooser
from kolej.server.tables.broadcast.table_info import table_info
from kolej.server.tables.context import TableContext
from kolej.server.tables.hub import Hub, LocalHub
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.log.listing import listed_state, read_summary
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.offered_editions import OFFERED
from kolej.server.tables.setup.create import create_table
from kolej.server.tables.table import Table
from kolej.server.time import Time
from kolej.server.wire.tables import NewTable, TableInfo
from kolej.store.errors import Unavailable
from kolej.store.models import Table as ListedTable
from kolej.store.models import TableStatus
from kolej.store.protocol import Store

LOADS_AT_ONCE = 8
"""Tables that are loaded at the same time when the server starts."""
PAGE = 100
"""Tables that are read from the store at once."""
LISTED_AT_ONCE = 16
"""Tables of a list that are described before others get their turn."""

_log = logging.getLogger("kolej.tables")


class TableRegistry:
    """All tables of a server. A table is in memory while its game is running or somebody refers to it.

    One whose game is over leaves memory with its last subscriber, because most people never come back to it; of those
    that were asked for since, the last few stay.
    """

    def __init__(
        self,
        store: Store,
        bot_pool: MoveChooser,
        time: Time,
        hub: Hub | None = None,
        deal_timeout: float = fair_deal.TIMEOUT,
    ) -> None:
        self._context = TableContext(store, bot_pool, time, hub or LocalHub(), deal_timeout)
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Table]] = {}

    @property
    def live(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @property
    def moves(self) -> int:
        """The number of moves since the server started."""
        return self._context.moves

    @property
    def followed(self) -> int:
        """The number of appends of other processes that tables here have followed, since the server started."""
        return self._context.followed

    async def open(self) -> None:
        """Load every running table that this process owns. One that can't be read is logged, and the others go on.

        If the store was not available for some of them, that is raised after the others: the caller may try again.
        """
        gate = asyncio.Semaphore(LOADS_AT_ONCE)
        unavailable = list[Refusal]()

        async def load(found: ListedTable) -> None:
            async with gate:
                try:
                    await self.table(found.code)
                except Refusal as refusal:
                    if self._context.closed:
                        # A process that is stopping still notices that another one has stopped.
                        return
                    if isinstance(refusal.__cause__, Unavailable):
                        unavailable.append(refusal)
                    else:
                        _log.error("table %s was not loaded: %s", found.code, refusal.reason)
                except Exception as error:
                    # A fault with one table must not keep the others from being loaded.
                    log_failure("a table was not loaded", error, table=found.code)

        before: int | None = None
        while not self._context.closed:
            with storing():
                page = await self._context.store.tables(TableStatus.RUNNING, before=before, limit=PAGE)
            if not page:
                break
            owned = [found for found in page if self._context.hub.owns(found.id) and not self.in_memory(found.code)]
            await asyncio.gather(*(load(found) for found in owned))
            before = page[-1].id
        if unavailable:
            raise unavailable[0]

    async def close(self) -> None:
        """Stop all background tasks. Nothing is lost: what is due will be due again after a restart."""
        self._context.closed = True
        loading = list(self._loading.values())
        for task in loading:
            # The store is about to close.
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in list(self._tables.values())))
        self._context.running.clear()
        self._context.recent.clear()
        self._context.finished.clear()

    async def create(self, identity: Identity, new: NewTable) -> TableInfo:
        """Open a table."""
        self._context.check_open()
        code = await create_table(self._context, identity, new)
        try:
            return (await self.table(code)).info(identity)
        except Refusal as refusal:
            if refusal.code == "unknown-table":
                # It was stored, but the list of tables does not lead to it.
                raise Refusal("damaged") from refusal
            raise

    async def table(self, code: str) -> Table:
        """The table with this code."""
        code = code.upper()
        table = self._tables.get(code)
        if table is None:
            loading = self._loading.get(code)
            if loading is None:
                self._context.check_open()
                loading = self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
                loading.add_done_callback(partial(self._loaded, code))
            # A caller that is cancelled must not cancel the loading for others who wait.
            table = await asyncio.shield(loading)
        elif not table.follower.follows:
            await table.follower.refresh()
        if table.journal.deleted:
            self._tables.pop(code, None)
            raise _unknown(code)
        finished = table.state.status is TableStatus.FINISHED
        lately = self._context.finished if finished else self._context.recent
        if table not in lately:
            lately.append(table)
        return table

    async def check_exists(self, code: str) -> None:
        """Refuse a code that no table has."""
        with storing():
            found = await self._context.store.table_by_code(code.upper())
        if found is None or found.last == 0:
            raise _unknown(code.upper())

    async def has_part(self, identity: Identity, code: str) -> bool:
        """Whether a person has a seat at the table with this code, or is its host."""
        with storing():
            found = await self._context.store.table_by_code(code.upper())
        if found is None:
            return False
        seated = any(seat.person == identity.person for seat in found.seats)
        return seated or read_summary(found.settings).host == identity.person

    async def forget(self, table_id: int, person: int) -> str | None:
        """Remove a person who was deleted from a table. Returns the code of its rematch, where they may be too."""
        found = await self._context.store.table(table_id)
        if not found.last:
            return None
        table = await self.table(found.code)
        await table.forget(person)
        return table.state.rematch

    async def delete(self, table: Table, identity: Identity, can_return: Callable[[int], Awaitable[bool]]) -> bool:
        """Delete a table if everybody has agreed whose consent is needed; this person does. Returns whether it was."""
        if not await table.delete(identity, can_return):
            return False
        self._tables.pop(table.code, None)
        await table.close()
        return True

    def in_memory(self, code: str) -> bool:
        """Whether a table is in memory, because it is running or somebody has looked at it lately."""
        code = code.upper()
        return code in self._tables or code in self._loading

    async def mine(
        self, identity: Identity, before: str | None = None, limit: int = 50, turn: Turn = one_turn
    ) -> list[TableInfo]:
        """The tables where a person has a seat, the newest first; `before` is the last code of the previous page."""
        with storing():
            start = await self._id_of(before)
            found = await self._context.store.tables(person=identity.person, before=start, limit=limit)
        return await self._infos(found, identity, turn)

    async def open_tables(
        self, identity: Identity | None, before: str | None = None, limit: int = 50, turn: Turn = one_turn
    ) -> list[TableInfo]:
        """Tables that anybody may join, the newest first."""
        with storing():
            start = await self._id_of(before)
            found = await self._context.store.listed_tables(start, limit)
        return await self._infos(found, identity, turn)

    async def _infos(self, found: list[ListedTable], identity: Identity | None, turn: Turn) -> list[TableInfo]:
        infos = list[TableInfo]()
        for first in range(0, len(found), LISTED_AT_ONCE):
            async with turn():
                infos += [self._info(each, identity) for each in found[first : first + LISTED_AT_ONCE] if each.last]
        return infos

    async def _id_of(self, code: str | None) -> int | None:
        if code is None:
            return None
        found = await self._context.store.table_by_code(code.upper())
        if found is None:
            raise _unknown(code)
        return found.id

    def _info(self, found: ListedTable, identity: Identity | None) -> TableInfo:
        live = self._tables.get(found.code)
        if live is None or live.state.version < found.last:
            return table_info(listed_state(found), identity)
        return live.info(identity)

    def _loaded(self, code: str, task: asyncio.Task[Table]) -> None:
        self._loading.pop(code, None)
        if not task.cancelled():
            # Everybody who waited may have been cancelled meanwhile. That nobody wants the error is no fault.
            task.exception()

    async def _load(self, code: str) -> Table:
        with storing():
            found = await self._context.store.table_by_code(code)
        if found is None or found.last == 0:
            raise _unknown(code)
        edition = read_summary(found.settings).settings.edition
        if edition not in OFFERED.names():
            raise Refusal("no-board", params={"board": edition})
        journal = Journal(self._context.store, self._context.time, found)
        try:
            await journal.load()
        except Refusal:
            raise
        except (LookupError, msgspec.MsgspecError) as error:
            raise Refusal("damaged") from error
        except KolejError as error:
            reason = f"the log of table {code} can't be played again by this server ({type(error).__name__})"
            raise Refusal("storage", f"{reason}; nothing of it is lost") from error
        table = Table(self._context, journal)
        self._tables[code] = table
        self._context.hub.follow(journal.id, table.follower)
        table.wake()
        return table


def _unknown(code: str) -> Refusal:
    return Refusal("unknown-table", f"there is no table {code[:12]}; look at its letters again")
