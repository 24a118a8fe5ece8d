"""Time of the server: a wall clock for timestamps, a monotonic clock, and waiting with a timeout."""

import asyncio
import time
from contextlib import suppress
from typing import Protocol


class Time(Protocol):
    """A source of time; tests use one that they advance by hand."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for timestamps."""
        ...

    def ticks(self) -> float:
        """Seconds of a monotonic clock, for measuring."""
        ...

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until the event is set, or until the timeout."""
        ...


class SystemTime:
    """The clocks of this machine."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for timestamps."""
        return time.time_ns() // 1_000_000

    ticks = staticmethod(time.monotonic)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until the event is set, or until the timeout."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
