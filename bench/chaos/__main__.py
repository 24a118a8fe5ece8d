"""The command line of the chaos benchmark: `python -m bench.chaos`."""

import argparse
import asyncio
import os
import platform
import sys
from dataclasses import replace
from pathlib import Path

from bench import chaos
from bench.chaos import faults
from bench.chaos.cluster import worker_exists
from bench.chaos.faults import Chaos, Fault
from bench.chaos.namespaces import enter
from bench.chaos.trial import HEAD, Row, Size, trial
from bench.chaos.upgrades import upgrade
from tests.support import postgres_server, redis_server

REDIS_DOWN_SECONDS = 60.0
CUT_PAUSE = 0.4


async def redis_down(chaos: Chaos) -> None:
    """Redis is away for a minute."""
    await asyncio.to_thread(chaos.cluster.redis.kill)
    await asyncio.sleep(REDIS_DOWN_SECONDS)
    await asyncio.to_thread(chaos.cluster.redis.start)


async def many_cuts(chaos: Chaos) -> None:
    """A third of all connections of players are cut, 50 times."""
    for _ in range(50):
        for node in chaos.cluster.nodes:
            chaos.counts["cuts"] += node.front.cut(0.3, chaos.rng)
        await asyncio.sleep(CUT_PAUSE * chaos.rng.random())


TRIALS: dict[str, tuple[Fault, ...]] = {
    "kills": faults.KILLS,
    "cuts": (many_cuts,),
    "network": faults.NETWORK,
    "lost-server": (faults.lose_server,),
    "paused-server": (faults.pause_server,),
    "clock": (faults.jump_clock,),
    "rolling": (faults.rolling_restart,),
    "upgrade": (upgrade,),
    "redis-down": (redis_down,),
    "everything": faults.KILLS + faults.NETWORK + faults.OTHERS,
}
FAULTS = {
    "kills": 40,
    "cuts": 4,
    "network": 20,
    "lost-server": 3,
    "paused-server": 4,
    "clock": 6,
    "rolling": 3,
    "upgrade": 3,
}
"""How many faults a trial has unless said otherwise; others have 1, and everything 20."""


def options_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.chaos",
        description=(chaos.__doc__ or "").partition("\n\n    __main__")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", metavar="TRIAL", choices=TRIALS, help=f"of {', '.join(TRIALS)} (all)")
    parser.add_argument("--faults", type=int, help="faults in each trial (a few to 40)")
    parser.add_argument("--cuts", type=int, help="cut at least so many connections in the trial `cuts`")
    parser.add_argument("--round", type=int, default=20, help="faults between two checks (20)")
    parser.add_argument("--servers", type=int, default=3, help="server processes (3)")
    parser.add_argument("--no-worker", action="store_true", help="without `kolej worker`")
    parser.add_argument("--namespaces", action="store_true", help="lost packets and cut-off machines too; needs root")
    parser.add_argument("--into", type=Path, help="a folder on the disk to use (the system's temporary folder)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of faults and moves (1)")
    options = parser.parse_args(words)
    for name in options.only or TRIALS:
        if problem := faults.missing(kinds_of(name, options)):
            parser.error(f"{name}: {problem}; or choose other trials with --only.")
    return options


def kinds_of(name: str, options: argparse.Namespace) -> tuple[Fault, ...]:
    """The faults of a trial."""
    network = options.namespaces and name in ("network", "everything")
    return TRIALS[name] + (faults.NAMESPACES if network else ())


async def run(options: argparse.Namespace) -> list[Row]:
    """Run the trials, and print a row for each."""
    worker = not options.no_worker and worker_exists()
    rows = []
    print(HEAD, flush=True)
    for name in options.only or TRIALS:
        kinds = kinds_of(name, options)
        count = options.faults or FAULTS.get(name, 20 if name == "everything" else 1)
        size = Size(count, options.round, options.servers, worker, options.namespaces)
        if name == "cuts":
            size = replace(size, tables=2 * size.tables, cuts=options.cuts or 0)
        row = await trial(name, kinds, size, options.seed, options.into)
        rows.append(row)
        print(row.line(), flush=True)
        print(f"  {', '.join(f'{count} × {fault}' for fault, count in sorted(row.faults.items()))}", flush=True)
        print(f"  {row.longest_pause()}\n  {row.takeovers()}", flush=True)
        for wrong in row.wrong[:10]:
            print(f"  WRONG: {wrong}", flush=True)
    return rows


def main(words: list[str]) -> int:
    """Run the trials; returns 1 if anything was lost, doubled or different."""
    options = options_of(words)
    if not sys.platform.startswith("linux"):
        print("This needs Linux: PostgreSQL and Redis are started here, and processes are stopped.", file=sys.stderr)
        return 2
    missing = [
        problem
        for found, problem in (
            (postgres_server.programs(), postgres_server.MISSING),
            (redis_server.program(), redis_server.MISSING),
        )
        if found is None
    ]
    if missing:
        print("; ".join(missing), file=sys.stderr)
        return 2
    if options.namespaces:
        enter(words)
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores", end="; ")
    print(f"load average before the run {os.getloadavg()[0]:.2f}", flush=True)
    rows = asyncio.run(run(options))
    failed = [row.name for row in rows if row.wrong or row.counts["stuck tables"] or row.counts["failed stops"]]
    print(f"{len(rows) - len(failed)} of {len(rows)} passed" + (f"; failed: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
