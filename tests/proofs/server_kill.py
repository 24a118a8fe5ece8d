"""A server that is killed hundreds of times while people play: `python -m tests.proofs.server_kill --help`.

After every kill it starts again on what it left behind, and everybody comes back and sends again what was not
answered. In the end every acknowledged move is there, once, and every view is what was folded from the events.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

from bench.load.server import free_port
from tests.proofs.server.kills import killed
from tests.support.postgres_server import running_postgres

ROUND = 20
"""Kills per data folder; then a new one is used, so that games of every age are hit."""


def main() -> int:
    """Run the proof and print a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.server_kill", description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="how often the server is killed (500)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, which is killed every other time")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    asked = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    with running_postgres() if asked.postgres else nullcontext() as postgres:
        for number, done in enumerate(range(0, asked.kills, ROUND)):
            with tempfile.TemporaryDirectory(prefix="kolej-kill-") as name:
                kills = min(ROUND, asked.kills - done)
                counts += asyncio.run(killed(Path(name), free_port(), kills, asked.seed + number, postgres))
            if sys.stderr.isatty():
                print(f"\r{counts['kills']} of {asked.kills} kills", end="", file=sys.stderr)
    words = ", ".join(
        f"{counts[name]:,} {name}" for name in ("kills", "acknowledged", "resent", "resumed", "tables", "ended")
    )
    print(f"{words}; nothing lost, nothing twice, in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
