"""Health checks: whether the store accepts writes, the disk has room, and the database is whole."""

import asyncio
from pathlib import Path
from typing import Literal

from kolej.server.maintenance.process import disk_free_bytes
from kolej.server.time import Time
from kolej.store.errors import StoreError
from kolej.store.protocol import Store

CACHE_SECONDS = 2.0
"""How long a result holds: however often it is asked for, the disk has little to do."""
TIMEOUT = 3.0
MIN_FREE_BYTES = 16 * 2**20
"""Below this, the disk counts as full: a checkpoint of the write-ahead log may need as much."""

Check = Literal["write", "disk", "database"]


class HealthChecks:
    """The checks of a server. The results of a few seconds ago are used again."""

    def __init__(self, store: Store, folder: Path, time: Time) -> None:
        self._store = store
        self._folder = folder
        self._time = time
        self._lock = asyncio.Lock()
        self._checked: float | None = None
        self._failed: list[Check] = []

    async def failed(self) -> list[Check]:
        """The checks that fail."""
        async with self._lock:
            if self._checked is None or self._time.ticks() >= self._checked + CACHE_SECONDS:
                self._failed = await self._check()
                self._checked = self._time.ticks()
            return self._failed

    async def _check(self) -> list[Check]:
        failed: list[Check] = []
        if not await self._writes():
            failed.append("write")
        if disk_free_bytes(self._folder) < MIN_FREE_BYTES:
            failed.append("disk")
        if self._store.damage is not None:
            failed.append("database")
        return failed

    async def _writes(self) -> bool:
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._store.check_write(self._time.now_ms())
        except (StoreError, TimeoutError):
            return False
        return True
