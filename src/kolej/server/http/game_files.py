"""Game files of finished games and histories of games, cached: making one replays the whole game."""

import asyncio

from kolej.server.accounts.identity import Identity
from kolej.server.http.cached_response import ByteCache, CachedResponse
from kolej.server.limits import Limits
from kolej.server.tables.table import Table

CACHE_BYTES = 8 * 2**20
"""The size of each cache."""


class GameFiles:
    """Game files by table and names of the players. They are equal for everyone."""

    def __init__(self, limits: Limits, cache_bytes: int = CACHE_BYTES) -> None:
        self._limits = limits
        self._files: ByteCache[CachedResponse] = ByteCache(cache_bytes)

    async def of(self, table: Table) -> CachedResponse:
        """The game file of a table; refused before the end of the game."""
        key = _key(table)
        file = self._files.get(key)
        if file is None:
            async with self._limits.reads_of_table.turn(table.journal.id), self._limits.reads_at_once.turn():
                # Somebody else may have got it while this request waited.
                file = self._files.get(key)
                if file is None:
                    text = await table.file()
                    file = await asyncio.to_thread(CachedResponse.of, text.encode(), "text/plain")
                    self._files.put(key, file, file.size)
        return file

    def drop(self, table: Table) -> None:
        """Forget the file of a table that was deleted."""
        self._files.drop(_key(table))


def _key(table: Table) -> tuple[object, ...]:
    # Nothing else in the file of a finished game can change.
    return table.journal.id, table.state.players, table.state.stations


class Histories:
    """Pages of histories by table, version and viewer, while the table is in memory. All spectators see the same."""

    def __init__(self, limits: Limits, cache_bytes: int = CACHE_BYTES) -> None:
        self._limits = limits
        self._pages: ByteCache[bytes] = ByteCache(cache_bytes)

    async def page(self, table: Table, viewer: Identity | None, seat: int | None, after: int) -> bytes:
        """A page of the frames of a game so far, for a seat of this user or for a spectator (None)."""
        async with self._limits.reads_of_table.turn(table.journal.id), self._limits.reads_at_once.turn():
            await table.check_may_view(viewer, seat)
            key = table.journal.reading, table.state.version, seat, after
            page = self._pages.get(key)
            if page is None:
                page = await table.history(viewer, seat, after)
                if key[:2] == (table.journal.reading, table.state.version):
                    self._pages.put(key, page, len(page))
            return page
