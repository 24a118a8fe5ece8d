"""The command line of the attack: `python -m bench.attack`."""

import argparse
import os
import platform
import resource
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType

import msgspec

from bench import attack
from bench.attack.abuses import ABUSES
from bench.attack.prepared_data import prepared
from bench.attack.report import HEAD, Row
from bench.attack.trial import Options, trial
from bench.load.server import cores


def options_of(words: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.attack",
        description=(attack.__doc__ or "").partition("\n\n    __main__")[0],
        epilog="abuses:\n" + "\n".join(f"  {each.name:<20} {each.about}" for each in ABUSES.values()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=ABUSES, help="these abuses (all)")
    parser.add_argument("--tables", type=int, default=500, help="live tables of other people (500)")
    parser.add_argument("--quiet", type=float, default=8, metavar="SECONDS", help="the quiet phase before each (8)")
    parser.add_argument("--scale", type=float, default=1, help="effort of the attacker (1)")
    parser.add_argument("--into", type=Path, help="a folder on the disk to use (the system's temporary folder)")
    parser.add_argument("--server-cores", default="0", help="cores of the server, with commas (0)")
    parser.add_argument("--load-cores", default="1", help="cores of the players and the attacker, with commas (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    options = parser.parse_args(words)
    if not 0 < options.scale <= 1:
        parser.error("--scale must be above 0 and at most 1, so that every abuse stays within its bounds.")
    if options.tables < 1:
        parser.error("--tables must be at least 1: some abuses need a table of somebody else.")
    return options


def _stop(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(words: list[str]) -> int:
    """Prepare the tables, run the abuses and print the figures; returns 1 if the server failed at one."""
    options = options_of(words)
    if not sys.platform.startswith("linux"):
        print("This needs Linux: /proc for memory, and all of 127.0.0.0/8 for addresses.", file=sys.stderr)
        return 2
    # Ending the servers and removing the folders takes a normal exit.
    signal.signal(signal.SIGTERM, _stop)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores", end="; ")
    print(f"load average before the run {os.getloadavg()[0]:.2f}", flush=True)
    server_cores, load_cores = cores(options.server_cores), cores(options.load_cores)
    if load_cores:
        os.sched_setaffinity(0, load_cores)
    how = Options(options.quiet, options.scale, server_cores, load_cores)
    rows: list[Row] = []
    try:
        with tempfile.TemporaryDirectory(dir=options.into, prefix="kolej-attack-") as folder:
            data = prepared(Path(folder) / "prepared", options.tables, server_cores)
            print(f"{options.tables} live tables\n\n{HEAD}", flush=True)
            for name in options.only or ABUSES:
                rows.append(trial(ABUSES[name], data, how))
                print(rows[-1].line(), flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    finally:
        if options.json:
            options.json.write_bytes(msgspec.json.format(msgspec.json.encode([row.plain() for row in rows])))
    failed = [row.abuse for row in rows if row.failures]
    print(f"\n{len(rows) - len(failed)} of {len(rows)} passed" + (f"; failed: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
