"""Parallel runs: the number of processes, and signals that stop a run cleanly."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

MAX_JOBS = 256


def available_processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def collected_signals() -> Iterator[list[int]]:
    """Collect SIGINT and SIGTERM instead of acting on them, so that results written so far stay whole."""
    collected: list[int] = []

    def collect(number: int, _frame: FrameType | None) -> None:
        collected.append(number)

    before = {number: signal.signal(number, collect) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield collected
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
