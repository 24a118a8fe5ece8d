"""Measurements of this process and its machine: memory, open files, disk, and the lag of the event loop."""

import asyncio
import math
import os
import shutil
import sys
from pathlib import Path

from kolej.server.metrics import Histogram

LAG_INTERVAL = 0.5
"""Seconds between two measurements of the lag."""


def memory_bytes() -> float:
    """The resident memory of this process; the highest so far where the system does not report the current one."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        pass
    if sys.platform == "win32":
        return math.nan
    import resource

    highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return highest if sys.platform == "darwin" else highest * 1024


def open_files() -> float:
    """Files and connections that this process has open."""
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return math.nan


def open_files_limit() -> float:
    """Files and connections that this process may have open."""
    if sys.platform == "win32":
        return math.nan
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return math.inf if soft == resource.RLIM_INFINITY else soft


def disk_free_bytes(folder: Path) -> float:
    """Room on the disk of a folder that this process may use."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return math.nan


async def measure_lag(histogram: Histogram) -> None:
    """Record how much later than planned the event loop runs, until this is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        planned = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        histogram.observe(max(0.0, loop.time() - planned))
