"""Game files of finished games, cached: making one replays and hashes the whole game."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable

from kolej.server.http.cached_response import CachedResponse
from kolej.server.limits import Limits
from kolej.server.tables.table import Table

CACHE_BYTES = 8 * 2**20
"""The size of the cache; the least recently requested files are dropped."""


class GameFiles:
    """Game files by table and names of the players. They are equal for everyone."""

    def __init__(self, limits: Limits, cache_bytes: int = CACHE_BYTES) -> None:
        self._limits = limits
        self._cache_bytes = cache_bytes
        self._files: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._size = 0

    async def of(self, table: Table) -> CachedResponse:
        """The game file of a table; refused before the end of the game."""
        # Nothing else in the file of a finished game can change.
        key = table.journal.id, table.state.players
        if key not in self._files:
            async with self._limits.reads_of_table.turn(table.journal.id), self._limits.reads_at_once.turn():
                # Somebody else may have got it while this request waited.
                if key not in self._files:
                    text = await table.file()
                    self._keep(key, await asyncio.to_thread(CachedResponse.of, text.encode(), "text/plain"))
        self._files.move_to_end(key)
        return self._files[key]

    def drop(self, table: Table) -> None:
        """Forget the file of a table that was deleted."""
        file = self._files.pop((table.journal.id, table.state.players), None)
        if file is not None:
            self._size -= file.size

    def _keep(self, key: Hashable, file: CachedResponse) -> None:
        self._files[key] = file
        self._size += file.size
        while self._size > self._cache_bytes and len(self._files) > 1:
            _, dropped = self._files.popitem(last=False)
            self._size -= dropped.size
