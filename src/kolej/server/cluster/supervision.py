"""Supervision: tasks that have to run for as long as the process does."""

import asyncio
from collections.abc import Awaitable, Callable

from kolej.server.logs import log_failure

PAUSE = 1.0
"""Seconds until a task that has failed begins again."""


async def run_always(work: Callable[[], Awaitable[None]], pause: float = PAUSE) -> None:
    """Run work that never ends, until this is cancelled. If it fails, that is logged, and it begins again."""
    while True:
        try:
            await work()
        except Exception as error:
            log_failure("a background task has failed and begins again", error)
        await asyncio.sleep(pause)
