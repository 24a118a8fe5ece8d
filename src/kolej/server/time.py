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
    """The clocks of this machine; or, instead of its wall clock, the one that several processes share."""

    def __init__(self) -> None:
        self._shared_ms: float | None = None
        """What the shared clock showed when the monotonic one showed 0; None without a shared one."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for timestamps."""
        if self._shared_ms is None:
            return time.time_ns() // 1_000_000
        return int(self._shared_ms + 1000 * self.ticks())

    @property
    def shared(self) -> bool:
        """Whether it shows a shared clock."""
        return self._shared_ms is not None

    def share(self, now_ms: int, asked: float) -> None:
        """Show the shared clock from now on. It showed `now_ms` somewhere between the tick `asked` and now."""
        between = (asked + self.ticks()) / 2
        self._shared_ms = now_ms - 1000 * between

    ticks = staticmethod(time.monotonic)

    async def wait(self, event: asyncio.Event, seconds: float) -> None:
        """Wait until the event is set, or until the timeout."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
