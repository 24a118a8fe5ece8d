"""The leak oracle over thousands of games: `python -m tests.proofs.server_leaks --help`.

Each game is played at a real table and looked at by every seat, a spectator and a stranger, who ask for all they may
not have; and again in a game that differs in what that viewer may not know. Every byte that comes must be the same.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random

from tests.proofs.server.leaks import watch
from tests.support.random_games import TABLES

BATCH = 10


def look(first: int, count: int, most: int) -> tuple[Counter[str], list[str]]:
    """Some games, each at its own table; returns what was compared and what failed."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for seed in range(first, first + count):
        name, seats = TABLES[seed % len(TABLES)]
        # Mostly short games: long ones cost more than they reveal. Occasionally a whole one.
        moves = 10**6 if seed % 50 == 0 else Random(seed).randint(4, most)
        try:
            counts += watch(name, seats, seed, moves)
        except Exception as failure:
            failures.append(f"{name} {seats}, seed {seed}: {failure!r}")
    return counts, failures


def main() -> int:
    """Run the proof and print a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.server_leaks", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="how many games (10000)")
    parser.add_argument("--most", type=int, default=30, help="moves of a game at most, but for every fiftieth (30)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    asked = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    failures: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        starts = range(asked.seed, asked.seed + asked.games, BATCH)
        last = asked.seed + asked.games
        work = [pool.submit(look, start, min(BATCH, last - start), asked.most) for start in starts]
        for done, future in enumerate(as_completed(work), start=1):
            found, failed = future.result()
            counts += found
            failures += failed
            for failure in failed:
                print(f"\nFAILED {failure}", file=sys.stderr)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(work)} batches", end="", file=sys.stderr)
    names = ("games", "viewers", "twins", "cards", "tickets", "choices", "frames", "bytes")
    print(", ".join(f"{counts[name]:,} {name}" for name in names))
    print(f"{len(failures)} failures in {time.monotonic() - began:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
