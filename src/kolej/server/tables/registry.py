"""All tables of a server."""

import asyncio
import logging
from collections import deque
from weakref import WeakValueDictionary

import msgspec

from kolej.engine.errors import KolejError
from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.bot_moves import Thinkers
from kolej.server.tables.broadcast.table_info import info_of
from kolej.server.tables.context import House
from kolej.server.tables.hub import Hub, LocalHub
from kolej.server.tables.log.journal import Book
from kolej.server.tables.log.store_errors import storing
from kolej.server.tables.log.table_state import listed
from kolej.server.tables.setup.create import open_table
from kolej.server.tables.table import Table
from kolej.server.time import Time
from kolej.server.wire import NewTable, TableInfo
from kolej.store.protocol import Store, TableState
from kolej.store.protocol import Table as Listed

PATIENCE = 3.0
"""Seconds that a deal waits for commitments, and again for seeds."""
RECENT = 64
"""Tables at which nothing goes on stay in memory until so many others were asked for."""
AT_ONCE = 8
PAGE = 100

_log = logging.getLogger("kolej.tables")


class Hall:
    """Finds tables and opens new ones. A table is in memory while a game is on at it or somebody holds it."""

    def __init__(
        self, store: Store, thinkers: Thinkers, time: Time, hub: Hub | None = None, patience: float = PATIENCE
    ) -> None:
        self._house = House(store, thinkers, time, hub or LocalHub(), patience)
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._numbers: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: deque[Table] = deque(maxlen=RECENT)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._house.hub.listen(self._heard)

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def moves(self) -> int:
        """How many moves were made since the server started."""
        return self._house.moves

    async def open(self) -> None:
        """Take every running table up again. One that can't be read is named in the log, and the others go on."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def take_up(found: Listed) -> None:
            async with gate:
                try:
                    await self.table(found.code)
                except Refusal as refusal:
                    _log.error("table %s was not taken up: %s", found.code, refusal.reason)

        before: int | None = None
        while True:
            with storing():
                page = await self._house.store.tables(TableState.RUNNING, before=before, limit=PAGE)
            if not page:
                return
            await asyncio.gather(*(take_up(found) for found in page))
            before = page[-1].id

    async def close(self) -> None:
        """Stop bots and timers, and let everybody go. Nothing is lost: what is due will be due again."""
        self._house.closed = True
        await asyncio.gather(*(table.close() for table in list(self._tables.values())))
        self._house.running.clear()

    async def create(self, who: Who, new: NewTable) -> TableInfo:
        """Open a table."""
        self._house.still_open()
        code = await open_table(self._house, who, new)
        return (await self.table(code)).info(who)

    async def table(self, code: str) -> Table:
        """The table with this code."""
        code = code.upper()
        table = self._tables.get(code)
        if table is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            # Whoever gives up waiting must not take the table from others who wait.
            table = await asyncio.shield(loading)
        if table not in self._recent:
            self._recent.append(table)
        return table

    async def mine(self, who: Who, before: str | None = None, limit: int = 50) -> list[TableInfo]:
        """The tables at which somebody has a seat, the newest first; a next page comes before a code."""
        with storing():
            start = await self._number(before)
            found = await self._house.store.tables(person=who.person, before=start, limit=limit)
        return [self._info(each, who) for each in found if each.last]

    async def open_tables(self, who: Who | None, before: str | None = None, limit: int = 50) -> list[TableInfo]:
        """Tables that anybody may join, the newest first."""
        found: list[TableInfo] = []
        with storing():
            start = await self._number(before)
            while len(found) < limit:
                page = await self._house.store.tables(TableState.OPEN, before=start, limit=PAGE)
                infos = [self._info(each, who) for each in page if each.last]
                found += [info for info in infos if info.open and any(seat.kind == "free" for seat in info.seats)]
                if len(page) < PAGE:
                    break
                start = page[-1].id
        return found[:limit]

    async def _number(self, code: str | None) -> int | None:
        if code is None:
            return None
        found = await self._house.store.table_by_code(code.upper())
        if found is None:
            raise _unknown(code)
        return found.id

    def _info(self, found: Listed, who: Who | None) -> TableInfo:
        live = self._tables.get(found.code)
        return info_of(listed(found), who) if live is None else live.info(who)

    async def _load(self, code: str) -> Table:
        with storing():
            found = await self._house.store.table_by_code(code)
        if found is None or found.last == 0:
            raise _unknown(code)
        book = Book(self._house, found)
        try:
            await book.load()
        except Refusal:
            raise
        except (KolejError, LookupError, msgspec.MsgspecError) as error:
            reason = f"the log of table {code} can't be played again by this server ({type(error).__name__})"
            raise Refusal("storage", f"{reason}; nothing of it is lost") from error
        table = Table(self._house, book)
        self._tables[code] = self._numbers[book.id] = table
        table.wake()
        return table

    def _heard(self, number: int, last: int) -> None:
        table = self._numbers.get(number)
        if table is not None:
            table.heard(last)


def _unknown(code: str) -> Refusal:
    return Refusal("unknown-table", f"there is no table {code[:12]}; look at the six letters again")
