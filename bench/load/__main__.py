"""The command line of the load test."""

import argparse
import contextlib
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import uvloop

from bench import load as about
from bench.load.measurements import Disk, Times
from bench.load.players import Load
from bench.load.server import Server, cores, free_port
from bench.load.server_group import ServerGroup, running_group
from bench.load.trials import idle, restart, storm, thinking, under_load


def options_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load",
        description=(about.__doc__ or "").partition("\n\n    __main__")[0],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=1000, help="how many tables (1000)")
    parser.add_argument("--seats", type=int, default=4, help="people at each table (4)")
    parser.add_argument("--edition", action="append", help="an edition (europe)")
    parser.add_argument("--rate", type=float, default=500, help="moves a second (500)")
    parser.add_argument("--seconds", type=float, default=300, help="how long (300)")
    parser.add_argument("--burst", type=float, default=1500, help="moves a second in the burst after it (1500)")
    parser.add_argument("--burst-seconds", type=float, default=60, help="how long that takes; 0 for none (60)")
    parser.add_argument("--idle", action="store_true", help="measure memory instead")
    parser.add_argument("--thinking", type=int, metavar="N", help="measure with N tables of thinking bots instead")
    parser.add_argument("--level", default="search", help="the bots of those tables (search)")
    parser.add_argument("--restart", action="store_true", help="measure how soon a killed server is back instead")
    parser.add_argument("--storm", action="store_true", help="measure how soon all sockets are back instead")
    parser.add_argument("--servers", type=int, metavar="N", help="N servers on PostgreSQL and Redis (one on SQLite)")
    parser.add_argument("--place", default="random", choices=("random", "table"), help="where their sockets are opened")
    parser.add_argument("--no-redis", action="store_true", help="those servers are connected over PostgreSQL alone")
    parser.add_argument("--into", type=Path, help="a folder on the disk to be measured (the system's temporary folder)")
    parser.add_argument("--server-cores", default="0", help="cores of the server, with commas (0)")
    parser.add_argument("--load-cores", default="1", help="cores of the load, with commas (1)")
    parser.add_argument("--nice", type=int, default=0, help="priority over what else runs here, -20 to 19 (0)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the moves (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    options = parser.parse_args(words)
    options.edition = options.edition or ["europe"]
    if options.servers and (options.idle or options.restart or options.storm):
        parser.error("--servers is for the load only, not for --idle, --restart and --storm")
    return options


@contextlib.contextmanager
def servers(folder: Path, options: argparse.Namespace) -> Iterator[Server | ServerGroup]:
    """The server, or the servers, that the options name; not started yet."""
    if not options.servers:
        yield Server(folder / "data", free_port(), cores(options.server_cores))
        return
    place, redis = options.place == "random", not options.no_redis
    with running_group(folder, options.servers, place, redis, cores(options.server_cores)) as group:
        yield group


async def measured(server: Server | ServerGroup, options: argparse.Namespace, disk: Disk) -> list[Times]:
    """Run one of the measurements."""
    load = Load(server, options)
    try:
        if options.idle:
            return await idle(load, disk)
        if options.thinking:
            return await thinking(load, disk)
        if options.restart:
            return await restart(load, disk)
        if options.storm:
            return await storm(load, disk)
        return await under_load(load, disk)
    finally:
        await load.close()


def main(words: list[str]) -> int:
    """Start a server, put it under load, and print the measurements."""
    options = options_of(words)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores", end="; ")
    print(f"load average before the run {os.getloadavg()[0]:.2f}")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=options.into, prefix="kolej-load-")))
        server = stack.enter_context(servers(folder, options))
        if own := cores(options.load_cores):
            os.sched_setaffinity(0, own)
        if options.nice:
            # Set before the server starts, which inherits it.
            os.setpriority(os.PRIO_PROCESS, 0, options.nice)
        disk = Disk(folder)
        try:
            server.start()
            disk.start()
            found = uvloop.run(measured(server, options, disk))
        finally:
            disk.done.set()
            server.stop()
            if trouble := server.output():
                print(f"the server said:\n{trouble[-3000:]}", file=sys.stderr)
    if options.json:
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode([times.plain() for times in found])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
