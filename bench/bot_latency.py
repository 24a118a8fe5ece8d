"""Latency of bots: how long a decision takes, and how many playouts a second planners play.

    python bench/bot_latency.py            compiled, and again interpreted in another process
    python bench/bot_latency.py --seconds 20

Prints, for each edition with two seats: the time of a planner's decision, playouts a second from the middle of a game,
how well a search keeps to its time limit, and the slowest decisions of the easiest level. A fixed loop of plain Python
is timed in the same run.
"""

import argparse
import os
import subprocess
import sys
import time
from statistics import mean, median, quantiles

from kolej import _pure, bots, editions
from kolej.bots.board_weights import weights_of
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.valuation import Valuation
from kolej.bots.search.trials import playout
from kolej.cli.commands.bench import baseline
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.state import State
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.silent_game import SilentGame

SEATS = 2


def decision_times(name: str, bot: str, seconds: float, opponent: str = "planner") -> list[float]:
    """Seconds for each decision of a bot in games against another."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    game_number = 0
    while time.perf_counter() < end:
        game = SilentGame(editions.load(name), SEATS, SeededDealer(game_number), 0)
        players = [bots.find(each)(game_number) for each in (bot, opponent)]
        while not game.over and time.perf_counter() < end:
            decision = game.decision
            began = time.perf_counter()
            number = players[decision.seat].choose(decision)
            if decision.seat == 0:
                times.append(time.perf_counter() - began)
            game.apply(number)
        game_number += 1
    return times


def playouts(name: str, seconds: float) -> float:
    """Playouts a second, from positions in the middle of games."""
    t = tables_of(editions.load(name), SEATS)
    valuation = Valuation(t, weights_of(editions.load(name)).planner)
    rng = Rng(1)
    starts = [half_played(name, seed) for seed in range(8)]
    planners = [Planner(t, valuation, seat) for seat in range(SEATS)]
    games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        s = starts[games % len(starts)].copy()
        for planner in planners:
            planner.reset()
        playout(t, s, planners, rng)
        games += 1
    return games / (time.perf_counter() - began)


def half_played(name: str, seed: int) -> State:
    """A game of planners after half of its decisions."""
    edition = editions.load(name)

    def played(decisions: int) -> SilentGame:
        game = SilentGame(edition, SEATS, SeededDealer(seed), 0)
        players = [bots.find("planner")(seat) for seat in range(SEATS)]
        while not game.over and game.decisions < decisions:
            game.apply(players[game.decision.seat].choose(game.decision))
        return game

    return played(played(10**6).decisions // 2)._state


def show(seconds: float) -> None:
    """Print a table for the mode of this process: compiled or interpreted."""
    print(f"engine: {_pure.mode()}; baseline {baseline():,.0f} loops/s")
    print(f"{'':<10}{'planner, ms a decision':>32}{'planner':>12}{'search@100ms':>21}{'easy':>9}")
    columns = f"{'edition':<10}{'mean':>14}{'median':>9}{'p99':>9}{'playouts/s':>12}{'median ms':>12}"
    print(f"{columns}{'p99 ms':>9}{'p99 ms':>9}")
    for name in editions.names():
        times = [1000 * each for each in decision_times(name, "planner", seconds)]
        searched = [1000 * each for each in decision_times(name, "search@100ms", 3 * seconds)]
        full = [each for each in searched if each > 5]
        easy = [1000 * each for each in decision_times(name, "easy", seconds, "easy")]
        print(
            f"{name:<10}{mean(times):>14.3f}{median(times):>9.3f}{quantiles(times, n=100)[-1]:>9.3f}"
            f"{playouts(name, seconds):>12,.0f}{median(full):>12.1f}{quantiles(full, n=100)[-1]:>9.1f}"
            f"{quantiles(easy, n=100)[-1]:>9.3f}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long to measure each figure (4)")
    parser.add_argument("--here", action="store_true", help="only in the mode of this process")
    options = parser.parse_args()
    show(options.seconds)
    if not options.here and _pure.mode() == "compiled":
        sys.stdout.flush()
        command = [sys.executable, __file__, "--here", "--seconds", str(options.seconds)]
        subprocess.run(command, env={**os.environ, "KOLEJ_PURE": "1"}, check=True)
