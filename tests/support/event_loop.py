"""Coroutines in tests: run one with a time limit, and wait until something holds."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import uvloop


def run_limited(work: Coroutine[Any, Any, None], seconds: float = 30) -> None:
    """Run on uvloop, as the server does, for a limited time."""

    async def limited() -> None:
        async with asyncio.timeout(seconds):
            await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(limited())


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
