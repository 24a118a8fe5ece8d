"""The long proofs, run by hand: `make prove`, or `python -m tests.proofs --help`.

Random games of every edition and number of seats, audited at every step in the compiled core; games that a second
referee follows, which shares no code with the engine; and fewer games, looked at as viewers would: folding,
non-interference, possible states that could have been, moves accepted and refused.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from random import Random

from kolej import _pure, editions
from kolej.engine.chance.rng import Rng
from kolej.engine.ruleset.compile import compile_tables
from kolej.testing.invariants import FAULTS, audited
from tests.oracles.refereed import refereed
from tests.support import state_laws
from tests.support.move_laws import listed_is_accepted, some_of, unlisted_is_refused
from tests.support.possible_states import is_possible
from tests.support.random_games import TABLES, Step, seated, steps
from tests.support.secrecy_laws import cannot_tell, folding_gives_the_view, viewers, views_of

BATCH = 250
EVERY = 40
"""One decision in this many, every legal move of a checked game is tried."""
WORLDS = 60
"""One step in this many, a possible state is replayed from the first move, and moves are accepted and refused."""


@dataclass
class Found:
    """The result of one batch."""

    table: tuple[str, int]
    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def audit(name: str, seats: int, seed: int, games: int) -> Found:
    """Random games, with invariants checked at every step."""
    edition = editions.load(name)
    result = audited(compile_tables(edition.board, edition.rules, seats), Rng(seed), games, EVERY)
    found = Found((name, seats), Counter(games=int(result.games), steps=int(result.steps), tried=int(result.tried)))
    if result.fault or result.games != games:
        found.failures.append(f"{name} {seats}, seed {seed}, game {result.games}: {FAULTS[result.fault]}")
    return found


def referee(name: str, seats: int, seed: int, games: int) -> Found:
    """Games in which the second referee says before every step what is legal."""
    found = Found((name, seats))
    for each in range(seed, seed + games):
        try:
            found.counts["ref. steps"] += refereed(editions.load(name), seats, Random(f"proof {name} {seats} {each}"))
        except Exception as failure:
            found.failures.append(f"{name} {seats}, refereed game {each}: {failure}")
        found.counts["refereed"] += 1
    return found


def look(name: str, seats: int, seed: int, games: int) -> Found:
    """Games checked for every viewer at every step."""
    found = Found((name, seats))
    for each in range(seed, seed + games):
        before = found.counts["law steps"]
        try:
            look_at(name, seats, each, found.counts)
        except Exception as failure:
            step = found.counts["law steps"] - before
            found.failures.append(f"{name} {seats}, seed {each}, step {step}: {failure}")
        found.counts["law games"] += 1
    return found


def look_at(name: str, seats: int, seed: int, counts: Counter[str]) -> None:
    """One game, checked for every viewer at every step; raises AssertionError with a description."""
    game, rng, taste = seated(name, seats, seed)
    guesses = Rng(seed)
    views = views_of(game)
    history: list[Step] = []
    for place, step in enumerate(steps(game, rng, taste)):
        history.append(step)
        views = folding_gives_the_view(views, step.events, game)
        if place % 10 == 0:
            state_laws.everything_adds_up(game)
        counts["law steps"] += 1
        if game.over:
            break
        viewer = viewers(game)[place % (seats + 1)]
        sampled = cannot_tell(game, viewer, guesses)
        if place % WORLDS == seed % WORLDS:
            is_possible(history, game, viewer, sampled)
            counts["samples"] += 1
            for seat in game.to_act():
                listed_is_accepted(game, seat, game.legal(seat)[:40])
            if game.to_act():
                unlisted_is_refused(game, some_of(game, rng, 40))
    state_laws.ranks_are_a_recount(game)


def main() -> int:
    """Run the proof and print a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="audited games in all (100000)")
    parser.add_argument("--law-games", type=int, default=2_000, help="games looked at by every viewer (2000)")
    parser.add_argument("--refereed", type=int, default=10_000, help="refereed games of each table (10000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    asked = parser.parse_args()
    began = time.monotonic()
    totals: dict[tuple[str, int], Counter[str]] = {table: Counter() for table in TABLES}
    failures: list[str] = []
    sizes = f"{asked.games} audited games, {asked.law_games} law games, {asked.refereed} refereed games a table"
    print(f"engine: {_pure.mode()}; {sizes}, {asked.jobs} processes")
    with ProcessPoolExecutor(asked.jobs) as pool:
        work = []
        for at, (name, seats) in enumerate(TABLES):
            of_all = len(TABLES) * asked.refereed
            kinds = ((look, asked.law_games, 5), (audit, asked.games, BATCH), (referee, of_all, 50))
            for kind, games, batch in kinds:
                share = games // len(TABLES) + (at < games % len(TABLES))
                for start in range(0, share, batch):
                    size = min(batch, share - start)
                    work.append(pool.submit(kind, name, seats, asked.seed + start, size))
        for done, future in enumerate(as_completed(work), start=1):
            found = future.result()
            totals[found.table] += found.counts
            failures += found.failures
            for failure in found.failures:
                print(f"\nFAILED {failure}", file=sys.stderr)
            if sys.stderr.isatty():
                print(f"\r{done} of {len(work)} batches", end="", file=sys.stderr)
    columns = ("games", "steps", "tried", "law games", "law steps", "samples", "refereed", "ref. steps")
    print(f"\n{'edition':<10}{'seats':>6}" + "".join(f"{column:>12}" for column in columns))
    for (name, seats), counts in totals.items():
        print(f"{name:<10}{seats:>6}" + "".join(f"{counts[column]:>12,}" for column in columns))
    whole = sum(totals.values(), Counter[str]())
    print(f"{'all':<16}" + "".join(f"{whole[column]:>12,}" for column in columns))
    print(f"{len(failures)} failures in {time.monotonic() - began:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
