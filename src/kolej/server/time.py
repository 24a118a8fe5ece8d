"""Time as the server sees it: a wall clock for stamps, a steady one for waiting, and waiting itself."""

import asyncio
import time
from contextlib import suppress
from typing import Protocol


class Time(Protocol):
    """Whatever tells the time; tests have one that stands still until it is told otherwise."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for stamps."""
        ...

    def ticks(self) -> float:
        """Seconds that never go back, for measuring."""
        ...

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until the event is set, but not longer than this."""
        ...


class SystemTime:
    """The time of this machine."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for stamps."""
        return time.time_ns() // 1_000_000

    ticks = staticmethod(time.monotonic)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until the event is set, but not longer than this."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
