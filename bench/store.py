"""Throughput and latency of the store: appends a second, and how long each takes to become durable.

    python -m bench.store
    python -m bench.store --seconds 10 --into /some/disk
    python -m bench.store --postgres 1                   PostgreSQL, started for this on the same disk
    python -m bench.store --postgres 2                   two of them, with every other table on the second one

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
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from statistics import quantiles

from kolej.store.models import NewEntry
from kolej.store.opening import open_store
from kolej.store.sqlite import SqliteStore
from tests.support.postgres_server import running_postgres

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


async def appends(places: Sequence[str], writers: int, seconds: float) -> tuple[list[float], int | None]:
    """Seconds for each append with `writers` at once, and the number of commits where the store counts them.

    Of several stores each has every so manieth table.
    """
    times: list[float] = []
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(open_store(place)) for place in places]

        async def write(number: int, code: str, begin: asyncio.Event) -> None:
            store = stores[number % len(stores)]
            table = await store.create_table(code, "{}", at=0)
            created.append(code)
            await begin.wait()
            last = 0
            while (began := time.perf_counter()) < end:
                entry = NewEntry("move", BODY, at=int(began), command=f"command-{last:032}")
                last = await store.append(table.id, last, [entry])
                times.append(time.perf_counter() - began)

        codes = ["".join(chr(65 + n // 26**place % 26) for place in range(6)) for n in range(writers)]
        created: list[str] = []
        begin = asyncio.Event()
        end = float("inf")
        tasks = [asyncio.create_task(write(number, code, begin)) for number, code in enumerate(codes)]
        while len(created) < writers:
            await asyncio.sleep(0.01)
        counted = [store for store in stores if isinstance(store, SqliteStore)]
        before = sum(store.stats.commits for store in counted)
        end = time.perf_counter() + seconds
        begin.set()
        await asyncio.gather(*tasks)
        return times, sum(store.stats.commits for store in counted) - before if counted else None


def percentiles(times: list[float]) -> str:
    cuts = quantiles(times, n=100)
    return f"{cuts[49] * 1000:8.2f} {cuts[98] * 1000:8.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="for each number of writers")
    parser.add_argument("--into", help="a folder on the disk to be measured (the current folder)")
    parser.add_argument(
        "--postgres", type=int, default=0, metavar="N", help="on N PostgreSQL servers instead of SQLite"
    )
    options = parser.parse_args()
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; times in ms", end=""
    )
    print(f"; {options.postgres} × PostgreSQL" if options.postgres else "; SQLite")
    print("writers  appends/s  appends/commit  acknowledged p50, p99     disk's sync p50, p99")
    with ExitStack() as stack:
        servers = [stack.enter_context(running_postgres()) for _ in range(options.postgres)]
        for writers in WRITERS:
            with tempfile.TemporaryDirectory(dir=options.into or ".", prefix="bench-") as name:
                probe = disk(Path(name))
                databases = [server.new_database() for server in servers]
                places = databases or [str(Path(name) / "data")]
                times, commits = asyncio.run(appends(places, writers, options.seconds))
                probe += disk(Path(name))
            rate = len(times) / options.seconds
            together = f"{len(times) / commits:15.1f}" if commits else f"{'':15}"
            print(
                f"{writers:7} {rate:10,.0f} {together}   {percentiles(times)}        {percentiles(probe)}", flush=True
            )


if __name__ == "__main__":
    main()
