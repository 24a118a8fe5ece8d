"""The long proof for bots: no illegal move in thousands of games of every fast bot, and in fewer games of slow ones.

    python -m tests.proofs.bots [--games 10000] [--slow-games 1000] [--jobs 2] [--seed 1]

Planners play inside the compiled core, and every move is checked against the legal ones; all other bots play as they do
in a simulation, which checks them. Prints what was played; exits with 1 if anything failed.
"""

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from kolej import _pure, editions
from kolej.bots.board_weights import weights_of
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.styles import LongRoutePlanner
from kolej.bots.planner.valuation import Valuation
from kolej.bots.planner.weights import HUNGRY, ONE_STEP, PATH
from kolej.engine.chance.rng import Rng
from kolej.engine.core.legal import legal_moves
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, OVER
from kolej.engine.core.turn import apply, seat_due
from kolej.engine.errors import KolejError
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.simulation.rollout import resolve_chance
from kolej.sim.games import play
from kolej.sim.plan import plan_simulation

BATCH = 100

PLANNERS: dict[str, Callable[[str, RuleTables, int], Planner]] = {
    "path": lambda name, t, seat: Planner(t, Valuation(t, PATH), seat),
    "hungry": lambda name, t, seat: Planner(t, Valuation(t, HUNGRY), seat),
    "one-step": lambda name, t, seat: Planner(t, Valuation(t, ONE_STEP), seat),
    "long-route": lambda name, t, seat: LongRoutePlanner(t, Valuation(t, ONE_STEP), seat),
    "planner": lambda name, t, seat: Planner(t, Valuation(t, weights_of(editions.load(name)).planner), seat),
}
PLAIN = ("random", "greedy")
SLOW = ("learned", "search@20")
"""Slow bots, which play fewer games."""


def planners_play(name: str, bot: str, seed: int, games: int) -> tuple[int, list[str]]:
    """Games with a planner on every seat, of every number of seats in turn; decisions and failures."""
    edition = editions.load(name)
    decisions, failures = 0, []
    for number in range(seed, seed + games):
        seats = edition.rules.seats[number % len(edition.rules.seats)]
        t = tables_of(edition, seats)
        s, rng = start(t, NONE), Rng(number)
        planners = [PLANNERS[bot](name, t, seat) for seat in range(seats)]
        resolve_chance(t, s, rng)
        began = decisions
        while s.phase != OVER:
            seat = seat_due(t, s)
            move = planners[seat].choose(s)
            if move not in legal_moves(t, s, seat):
                failures.append(f"{name}, {seats} seats, seed {number}: {bot} chose {move}, which is not legal")
                break
            apply(t, s, seat, move)
            resolve_chance(t, s, rng)
            decisions += 1
            if decisions - began > 3000:
                failures.append(f"{name}, {seats} seats, seed {number}: {bot} does not come to an end")
                break
    return decisions, failures


def bots_play(name: str, bot: str, seed: int, games: int) -> tuple[int, list[str]]:
    """The same as a simulation, for bots that need a view."""
    rules = editions.load(name).rules
    decisions, failures = 0, []
    for number in range(seed, seed + games):
        plan = plan_simulation(name, rules.seats[number % len(rules.seats)], [bot], number, rotate=True)
        try:
            decisions += play(plan, 0).decisions
        except KolejError as error:
            failures.append(str(error))
    return decisions, failures


def main() -> int:
    """Run the proof and print a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.bots", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="games of each cheap bot on each edition (10000)")
    parser.add_argument("--slow-games", type=int, default=1_000, help=f"of each of {', '.join(SLOW)}, in all (1000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    asked = parser.parse_args()
    began = time.monotonic()
    work: list[tuple[str, str, int, int, bool]] = []
    for name in editions.names():
        share = asked.slow_games // len(editions.names())
        for bot in (*PLANNERS, *PLAIN, *SLOW):
            games, batch = (share, 5) if bot in SLOW else (asked.games, BATCH)
            for at in range(0, games, batch):
                work.append((name, bot, asked.seed + at, min(batch, games - at), bot in PLANNERS))
    print(f"engine: {_pure.mode()}; {len(work)} batches, {asked.jobs} processes", flush=True)
    totals: dict[tuple[str, str], list[int]] = {}
    failures: list[str] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        waiting = {
            pool.submit(planners_play if planner else bots_play, name, bot, seed, games): (name, bot, games)
            for name, bot, seed, games, planner in work
        }
        for future in as_completed(waiting):
            name, bot, games = waiting[future]
            decisions, failed = future.result()
            total = totals.setdefault((bot, name), [0, 0])
            total[0] += games
            total[1] += decisions
            failures += failed
            for failure in failed:
                print(f"FAILED {failure}", file=sys.stderr)
    print(f"{'bot':<12}{'edition':<12}{'games':>9}{'decisions':>14}")
    for (bot, name), (games, decisions) in sorted(totals.items()):
        print(f"{bot:<12}{name:<12}{games:>9,}{decisions:>14,}")
    print(f"{len(failures)} failures in {time.monotonic() - began:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
