"""Two servers under the same load, in turns: how much more one of them costs.

    python -m bench.load.compare ../before/.venv/bin/python
    python -m bench.load.compare --servers 3 --tables 1000 --rate 300
    python -m bench.load.compare --servers 3 --tables 333 --rate 300 --each --place table

The argument is the Python of another version, of a clone in which `make setup` was run; its server is compared with
that of this version. With --servers, one server on SQLite is compared with several: on PostgreSQL and Redis, or, with
--place apart, on SQLite and each by itself, which shows what the number of processes costs without any cluster. The
players are the same. Both sides run all the time, on the same cores, and the load goes to one of them for a few seconds
and then to the other, as first, second, second, first: a machine whose speed changes from minute to minute is then
equally fast for both. Two slices next to each other are one comparison; the interval is that of their mean.
"""

import argparse
import asyncio
import math
import os
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, stdev

import uvloop

from bench.load.measurements import Disk, Times, share
from bench.load.players import Load
from bench.load.server import START, Server, cores, free_port
from bench.load.server_group import ServerGroup, running_group
from bench.load.trials import WARM_UP

STANDARD_ERRORS = 1.96
"""On both sides of a mean; the interval holds it with a probability of 95 %."""
FIGURES: dict[str, Callable[[Times], float]] = {
    "CPU time a move, us": lambda times: 1e6 / times.moves_a_second(),
    "acknowledged p50, ms": lambda times: share(times.acknowledged, 0.5),
    "acknowledged mean, ms": lambda times: 1000 * mean(times.acknowledged),
    "acknowledged p99, ms": lambda times: share(times.acknowledged, 0.99),
}
"""What is compared of two slices. Few moves make the 99th percentile of a slice: its interval is wide."""


def ratio(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float]:
    """The geometric mean of the ratios of pairs, and the ends of its interval."""
    logs = [math.log(new / old) for old, new in zip(first, second, strict=True)]
    middle = mean(logs)
    error = STANDARD_ERRORS * stdev(logs) / math.sqrt(len(logs))
    return math.exp(middle), math.exp(middle - error), math.exp(middle + error)


@dataclass
class Side:
    """One of the two: servers, tables at each of them, and moves a second."""

    name: str
    servers: Sequence[Server | ServerGroup]
    """A group of servers that share their tables counts as one."""
    tables: int
    rate: float
    loads: list[Load] = field(default_factory=list)
    slices: list[Times] = field(default_factory=list)

    async def open(self, options: argparse.Namespace, disk: Disk) -> None:
        """Open the tables, and make the first moves at them."""
        self.loads = [Load(server, options) for server in self.servers]
        for load in self.loads:
            await load.open(self.tables)
        await self.slice(self.tables * len(self.loads) * WARM_UP / self.rate, disk)
        self.slices.clear()

    async def slice(self, seconds: float, disk: Disk) -> None:
        """Play for a while."""
        rate = self.rate / len(self.loads)
        parts = await asyncio.gather(*(load.stretch(self.name, rate, seconds, disk) for load in self.loads))
        # Otherwise the CPU time of what is still being answered would count for neither side.
        while any(load.unanswered() for load in self.loads):
            await asyncio.sleep(0.001)
        self.slices.append(_together(parts))

    async def close(self) -> None:
        """Close all connections, and print what went wrong."""
        for load in self.loads:
            wrong = load.dropped + load.failed + Counter({"gaps": load.gaps()})
            if wrong.total():
                print(f"{self.name}: {dict(wrong)}")
            await load.close()


def _together(parts: Sequence[Times]) -> Times:
    """The measurements of several servers that were played on at the same time."""
    whole, *others = parts
    for part in others:
        whole.acknowledged += part.acknowledged
        whole.loops += part.loops
        whole.synced += part.synced
        whole.computed += part.computed
        whole.memory += part.memory
    return whole


async def measure(sides: Sequence[Side], options: argparse.Namespace, disk: Disk) -> None:
    """Play on both sides in turns."""
    try:
        for side in sides:
            await side.open(options, disk)
        for number in range(options.slices):
            for side in sides if number % 2 == 0 else reversed(sides):
                await side.slice(options.seconds, disk)
    finally:
        for side in sides:
            await side.close()


def show(sides: Sequence[Side]) -> None:
    """Print the figures of both sides, and the ratio of them."""
    print(f"{'':<24}" + "".join(f"{side.name:>9}" for side in sides) + f"{'ratio':>8}   95 % interval")
    for name, figure in FIGURES.items():
        first, second = ([figure(times) for times in side.slices] for side in sides)
        middle, low, high = ratio(first, second)
        print(f"{name:<24}{mean(first):>9.2f}{mean(second):>9.2f}{middle:>8.3f}   {low:.3f} to {high:.3f}")
    for side in sides:
        acknowledged = [each for times in side.slices for each in times.acknowledged]
        loops = mean(each for times in side.slices for each in times.loops) / 1000
        synced = [each for times in side.slices for each in times.synced]
        print(
            f"{side.name}: {len(acknowledged):,} moves, p99 of all {share(acknowledged, 0.99):.2f} ms, "
            f"longest {share(acknowledged, 1):.1f} ms, {side.slices[-1].memory / 2**20:.0f} MiB, "
            f"plain Python {loops:.0f} kloops/s, sync p99 {share(synced, 0.99):.2f} ms"
        )


@contextmanager
def started(folder: Path, options: argparse.Namespace) -> Iterator[Sequence[Side]]:
    """Both sides, with their servers running."""
    chosen, tables, rate = cores(options.server_cores), options.tables, options.rate

    def server(name: str, python: str = sys.executable) -> Server:
        return Server(folder / name, free_port(), chosen, command=[python, *START[1:]])

    if options.before is not None:
        before, after = server("before", options.before), server("after")
        yield from _running(Side("before", [before], tables, rate), Side("after", [after], tables, rate))
        return
    count, times = options.servers, options.servers if options.each else 1
    one, name = Side("one", [server("one")], tables, rate), str(count)
    if options.place == "apart":
        apart = [server(f"apart-{number}") for number in range(count)]
        yield from _running(one, Side(name, apart, times * tables // count, times * rate))
        return
    with running_group(folder, count, options.place == "random", True, chosen) as group:
        yield from _running(one, Side(name, [group], times * tables, times * rate))


def _running(*sides: Side) -> Iterator[Sequence[Side]]:
    servers = [server for side in sides for server in side.servers]
    try:
        for server in servers:
            server.start()
        yield sides
    finally:
        for server in servers:
            server.stop()
            if trouble := server.output():
                print(f"the server said:\n{trouble[-3000:]}", file=sys.stderr)


def options_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load.compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    places = ("random", "table", "apart")
    parser.add_argument("before", nargs="?", help="the Python of the other version")
    parser.add_argument("--servers", type=int, metavar="N", help="compare one server with N on PostgreSQL and Redis")
    parser.add_argument("--place", default="random", choices=places, help="where their sockets are opened (random)")
    parser.add_argument("--each", action="store_true", help="each of the N has as many tables and moves as the one")
    parser.add_argument("--slices", type=int, default=60, help="slices of each side (60)")
    parser.add_argument("--seconds", type=float, default=2, help="how long a slice is (2)")
    parser.add_argument("--tables", type=int, default=300, help="how many tables each side has (300)")
    parser.add_argument("--seats", type=int, default=4, help="people at each table (4)")
    parser.add_argument("--edition", action="append", help="an edition (europe)")
    parser.add_argument("--rate", type=float, default=600, help="moves a second (600)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moves (1)")
    parser.add_argument("--server-cores", default="0", help="cores of the servers, with commas (0)")
    parser.add_argument("--load-cores", default="1", help="cores of the load, with commas (1)")
    options = parser.parse_args(words)
    options.edition = options.edition or ["europe"]
    if (options.before is None) == (options.servers is None):
        parser.error("name either the Python of another version or --servers")
    if options.before is not None and not os.access(options.before, os.X_OK):
        parser.error(f"{options.before}: no Python there; run `make setup` in the clone of the other version first")
    if options.slices < 2:
        parser.error("an interval needs two slices or more")
    return options


def main(words: list[str]) -> int:
    """Measure both sides in turns, and print the comparison."""
    options = options_of(words)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="kolej-compare-") as name:
        folder = Path(name)
        disk = Disk(folder)
        with started(folder, options) as sides:
            if own := cores(options.load_cores):
                os.sched_setaffinity(0, own)
            disk.start()
            try:
                uvloop.run(measure(sides, options, disk))
            finally:
                disk.done.set()
        show(sides)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
