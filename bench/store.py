"""Throughput and latency of the store: appends a second, and how long each takes to become durable.

    python bench/store.py
    python bench/store.py --seconds 10 --into /some/disk

So many writers at once, each at a table of its own, append one entry after another. Before and after each round the
disk itself is asked how long it takes to sync a write of one page. That moves from minute to minute, and it is what an
acknowledgement should be compared with.
"""

import argparse
import asyncio
import os
import platform
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from kolej.store.models import NewEntry
from kolej.store.sqlite import SqliteStore

WRITERS = (1, 10, 100, 1000)
BODY = '{"seat": 1, "move": "claim brest-paris 2 black 1 locomotive", "events": "' + "x" * 500 + '"}'
"""About the size of a move and its events."""


def disk(folder: Path, seconds: float = 0.5) -> list[float]:
    """Seconds for each of many small synced writes."""
    times = []
    path = folder / "probe"
    with path.open("wb") as file:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            getattr(os, "fdatasync", os.fsync)(file.fileno())
            times.append(time.perf_counter() - began)
    path.unlink()
    return times


async def appends(folder: Path, writers: int, seconds: float) -> tuple[list[float], int]:
    """Seconds for each append with `writers` at once, and the number of commits."""
    times: list[float] = []

    async def write(table: int, end: float) -> None:
        number = 0
        while time.perf_counter() < end:
            began = time.perf_counter()
            entry = NewEntry("move", BODY, at=int(began), command=f"command-{number:032}")
            number = await store.append(table, number, [entry])
            times.append(time.perf_counter() - began)

    async with SqliteStore.open(folder) as store:
        codes = ("".join(chr(65 + n // 26**place % 26) for place in range(6)) for n in range(writers))
        tables = await asyncio.gather(*(store.create_table(code, "{}", at=0) for code in codes))
        before = store.stats.commits
        end = time.perf_counter() + seconds
        await asyncio.gather(*(write(table.id, end) for table in tables))
        return times, store.stats.commits - before


def percentiles(times: list[float]) -> str:
    cuts = quantiles(times, n=100)
    return f"{cuts[49] * 1000:8.2f} {cuts[98] * 1000:8.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="for each number of writers")
    parser.add_argument("--into", help="a folder on the disk to be measured (the current folder)")
    options = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; times in ms")
    print("writers  appends/s  appends/commit  acknowledged p50, p99     disk's sync p50, p99")
    for writers in WRITERS:
        with tempfile.TemporaryDirectory(dir=options.into or ".", prefix="bench-") as name:
            probe = disk(Path(name))
            times, commits = asyncio.run(appends(Path(name) / "data", writers, options.seconds))
            probe += disk(Path(name))
        rate = len(times) / options.seconds
        print(
            f"{writers:7} {rate:10,.0f} {len(times) / commits:15.1f}   {percentiles(times)}        {percentiles(probe)}"
        )


if __name__ == "__main__":
    main()
