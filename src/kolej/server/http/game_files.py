"""Game files of finished games, cached: making one replays and hashes the whole game."""

import asyncio
from collections import OrderedDict

from kolej.server.http.cached_response import CachedResponse
from kolej.server.limits import Limits
from kolej.server.tables.table import Table

CACHE_BYTES = 8 * 2**20
"""The size of the cache; the least recently requested files are dropped."""


class GameFiles:
    """Game files by table. They are equal for everyone, and never change."""

    def __init__(self, limits: Limits, cache_bytes: int = CACHE_BYTES) -> None:
        self._limits = limits
        self._cache_bytes = cache_bytes
        self._files: OrderedDict[int, CachedResponse] = OrderedDict()
        self._size = 0

    async def of(self, table: Table) -> CachedResponse:
        """The game file of a table; refused before the end of the game."""
        id = table.journal.id
        if id not in self._files:
            async with self._limits.reads_of_table.turn(id), self._limits.reads_at_once.turn():
                # Somebody else may have got it while this request waited.
                if id not in self._files:
                    text = await table.file()
                    self._keep(id, await asyncio.to_thread(CachedResponse.of, text.encode(), "text/plain"))
        self._files.move_to_end(id)
        return self._files[id]

    def _keep(self, id: int, file: CachedResponse) -> None:
        self._files[id] = file
        self._size += file.size
        while self._size > self._cache_bytes and len(self._files) > 1:
            _, dropped = self._files.popitem(last=False)
            self._size -= dropped.size
