"""How long bots think, and how many games a planner can play in its head.

    python bench/bot_latency.py            compiled, and again interpreted in a process of its own
    python bench/bot_latency.py --seconds 20

Prints, for each edition with two seats: the time a planner takes for a decision, playouts a second from the middle
of a game, how well a search keeps to its time, and the slowest decisions of the easiest level. A fixed loop of plain
Python is timed in the same run.
"""

import argparse
import os
import subprocess
import sys
import time
from statistics import mean, median, quantiles

from kolej import _pure, bots, editions
from kolej.bots.beliefs import beliefs_of
from kolej.bots.planner.planner import Mind
from kolej.bots.planner.valuation import Prices
from kolej.bots.playout import play_on
from kolej.cli.commands.bench import baseline
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.core.state import State
from kolej.engine.silent_game import QuietGame, tables_of

SEATS = 2


def decision_times(name: str, bot: str, seconds: float, opponent: str = "planner") -> list[float]:
    """Seconds for each decision of a bot in games against another."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    game_number = 0
    while time.perf_counter() < end:
        game = QuietGame(editions.load(name), SEATS, SeededDealer(game_number), 0)
        players = [bots.find(each)(game_number) for each in (bot, opponent)]
        while not game.over and time.perf_counter() < end:
            choice = game.choice
            began = time.perf_counter()
            number = players[choice.seat].choose(choice)
            if choice.seat == 0:
                times.append(time.perf_counter() - began)
            game.apply(number)
        game_number += 1
    return times


def playouts(name: str, seconds: float) -> float:
    """Whole games of planners a second, from a position after as many planner's decisions as lie half-way."""
    t = tables_of(editions.load(name), SEATS)
    prices = Prices(t, beliefs_of(name))
    luck = Luck(1)
    starts = [half_played(name, seed) for seed in range(8)]
    minds = [Mind(t, prices, seat) for seat in range(SEATS)]
    games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        s = starts[games % len(starts)].copy()
        for mind in minds:
            mind.forget()
        play_on(t, s, minds, luck)
        games += 1
    return games / (time.perf_counter() - began)


def half_played(name: str, seed: int) -> State:
    """A game of planners after half of its decisions."""
    edition = editions.load(name)

    def played(decisions: int) -> QuietGame:
        game = QuietGame(edition, SEATS, SeededDealer(seed), 0)
        players = [bots.find("planner")(seat) for seat in range(SEATS)]
        while not game.over and game.decisions < decisions:
            game.apply(players[game.choice.seat].choose(game.choice))
        return game

    return played(played(10**6).decisions // 2)._state


def show(seconds: float) -> None:
    """One table for the mode that runs here."""
    print(f"engine: {_pure.mode()}; baseline {baseline():,.0f} loops/s")
    print(f"{'':<10}{'planner, ms a decision':>32}{'planner':>12}{'search@100ms':>21}{'easy':>9}")
    columns = f"{'edition':<10}{'mean':>14}{'median':>9}{'p99':>9}{'playouts/s':>12}{'median ms':>12}"
    print(f"{columns}{'p99 ms':>9}{'p99 ms':>9}")
    for name in editions.names():
        times = [1000 * each for each in decision_times(name, "planner", seconds)]
        searched = [1000 * each for each in decision_times(name, "search@100ms", 3 * seconds)]
        thought = [each for each in searched if each > 5]
        easy = [1000 * each for each in decision_times(name, "easy", seconds, "easy")]
        print(
            f"{name:<10}{mean(times):>14.3f}{median(times):>9.3f}{quantiles(times, n=100)[-1]:>9.3f}"
            f"{playouts(name, seconds):>12,.0f}{median(thought):>12.1f}{quantiles(thought, n=100)[-1]:>9.1f}"
            f"{quantiles(easy, n=100)[-1]:>9.3f}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long to measure each figure (4)")
    parser.add_argument("--here", action="store_true", help="only in the mode that runs here")
    asked = parser.parse_args()
    show(asked.seconds)
    if not asked.here and _pure.mode() == "compiled":
        sys.stdout.flush()
        command = [sys.executable, __file__, "--here", "--seconds", str(asked.seconds)]
        subprocess.run(command, env={**os.environ, "KOLEJ_PURE": "1"}, check=True)
