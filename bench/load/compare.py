"""Two versions of the server under the same load, in turns: how much slower or faster one of them is.

    python -m bench.load.compare ../before/.venv/bin/python
    python -m bench.load.compare ../before/.venv/bin/python --slices 100 --rate 300 --tables 1000

The argument is the Python of the other version, of a clone in which `make setup` was run. The players are those of
this version for both. Both servers run all the time, on the same core, and the load goes to one of them for a few
seconds and then to the other, as before, after, after, before: a machine whose speed changes from minute to minute is
then equally fast for both. Two slices next to each other are one comparison; the interval is that of their mean.
"""

import argparse
import asyncio
import math
import resource
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, stdev

import uvloop

from bench.load.measurements import Disk, Times, share
from bench.load.players import Load
from bench.load.server import START, Server, cores, free_port
from bench.load.trials import WARM_UP

WHOLE = 1.96
"""Standard errors on both sides of a mean that hold it with a probability of 95 %."""
FIGURES: dict[str, Callable[[Times], float]] = {
    "CPU time a move, us": lambda times: 1e6 / times.moves_a_second(),
    "acknowledged p50, ms": lambda times: share(times.acknowledged, 0.5),
    "acknowledged mean, ms": lambda times: 1000 * mean(times.acknowledged),
    "acknowledged p99, ms": lambda times: share(times.acknowledged, 0.99),
}
"""What is compared of two slices. Few moves make the 99th percentile of a slice: its interval is wide."""


def ratio(before: Sequence[float], after: Sequence[float]) -> tuple[float, float, float]:
    """The geometric mean of the ratios of pairs, and the ends of its interval."""
    logs = [math.log(new / old) for old, new in zip(before, after, strict=True)]
    middle = mean(logs)
    error = WHOLE * stdev(logs) / math.sqrt(len(logs))
    return math.exp(middle), math.exp(middle - error), math.exp(middle + error)


async def measured(servers: Sequence[Server], options: argparse.Namespace, disk: Disk) -> list[list[Times]]:
    """The slices of each server."""
    loads = [Load(server, options) for server in servers]
    slices: list[list[Times]] = [[] for _ in loads]
    try:
        for load in loads:
            await load.open(options.tables)
            await load.stretch("warm-up", options.rate, options.tables * WARM_UP / options.rate, disk)
        for number in range(options.slices):
            order = (0, 1) if number % 2 == 0 else (1, 0)
            for which in order:
                times = await loads[which].stretch("slice", options.rate, options.seconds, disk)
                # What is still being answered would count for the CPU time of neither.
                while loads[which].unanswered():
                    await asyncio.sleep(0.001)
                slices[which].append(times)
        for load in loads:
            if load.dropped or load.failed or load.gaps():
                print(f"dropped {dict(load.dropped)}, gaps {load.gaps()}, failed {dict(load.failed)}")
    finally:
        for load in loads:
            await load.close()
    return slices


def show(slices: Sequence[Sequence[Times]]) -> None:
    """Print the figures of both versions, and the ratio of them."""
    print(f"{'':<24}{'before':>9}{'after':>9}{'ratio':>8}   95 % interval")
    for name, figure in FIGURES.items():
        before, after = ([figure(times) for times in each] for each in slices)
        middle, low, high = ratio(before, after)
        print(f"{name:<24}{mean(before):>9.2f}{mean(after):>9.2f}{middle:>8.3f}   {low:.3f} to {high:.3f}")
    for name, each in zip(("before", "after"), slices, strict=True):
        everything = [one for times in each for one in times.acknowledged]
        loops = mean(loop for times in each for loop in times.loops) / 1000
        synced = [one for times in each for one in times.synced]
        print(
            f"{name}: {len(everything):,} moves, p99 of all {share(everything, 0.99):.2f} ms, "
            f"longest {share(everything, 1):.1f} ms, {each[-1].memory / 2**20:.0f} MiB, "
            f"plain Python {loops:.0f} kloops/s, sync p99 {share(synced, 0.99):.2f} ms"
        )


def main(words: list[str]) -> int:
    """Measure both versions in turns, and print the comparison."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load.compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", help="the Python of the other version")
    parser.add_argument("--slices", type=int, default=60, help="slices of each version (60)")
    parser.add_argument("--seconds", type=float, default=2, help="how long a slice is (2)")
    parser.add_argument("--tables", type=int, default=300, help="how many tables each version has (300)")
    parser.add_argument("--seats", type=int, default=4, help="people at each table (4)")
    parser.add_argument("--edition", action="append", help="an edition (europe)")
    parser.add_argument("--rate", type=float, default=600, help="moves a second (600)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moves (1)")
    parser.add_argument("--server-cores", default="0", help="cores of the servers, with commas (0)")
    parser.add_argument("--load-cores", default="1", help="cores of the load, with commas (1)")
    options = parser.parse_args(words)
    options.edition = options.edition or ["europe"]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="kolej-compare-") as name:
        folder, chosen = Path(name), cores(options.server_cores)
        servers = [
            Server(folder / version, free_port(), chosen, command=[python, *START[1:]])
            for version, python in (("before", options.before), ("after", sys.executable))
        ]
        disk = Disk(folder)
        try:
            for server in servers:
                server.start()
            disk.start()
            show(uvloop.run(measured(servers, options, disk)))
        finally:
            disk.done.set()
            for server in servers:
                server.stop()
                if trouble := server.output():
                    print(f"the server said:\n{trouble[-3000:]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
