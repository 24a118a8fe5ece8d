"""Tuning of the planner's weights for a board, or for several boards at once.

    python bench/tune_weights.py ridge --minutes 10

The weights that a board has so far are changed at random, two or three at a time. Changed and unchanged planners then
play the same deals against the same opponents; a change is kept if it wins more by two standard errors, on the deals
of two batches. In the end the best weights play fresh deals against those of the start, and are written to `bots.toml`
in the folder of the board if they win more than half. Nothing is written for several boards: their weights are printed.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import mean, stdev

from kolej import bots
from kolej.bots.base import Bot
from kolej.bots.board_weights import FILE, HIGHEST, LOWEST, BoardWeights, vars_of, weights_of, weights_text
from kolej.bots.planner.bot import PlannerBot, planner_for
from kolej.bots.planner.weights import Weights
from kolej.editions import folder_of
from kolej.engine.errors import KolejError
from kolej.engine.record.atomic_file import write_text
from kolej.sim.games import GameSetup, run_game
from kolej.sim.plan import derive_seed, edition_of

OPPONENTS = "long-route,greedy"
Maker = Callable[[int], Bot]


def planner_with(weights: Weights) -> Maker:
    """How to make a planner with these weights."""
    return lambda seed: PlannerBot(lambda decision: planner_for(decision, weights))


def changed(weights: Weights, rng: Random) -> Weights:
    """The weights with two or three of them made smaller or larger."""
    values = vars_of(weights)
    for name in rng.sample(list(values), rng.choice((2, 3))):
        factor = rng.choice((0.5, 0.7, 0.85, 1.2, 1.4, 2.0))
        step = rng.choice((-2, 2)) if abs(values[name]) < 4 else 0
        values[name] = max(LOWEST.get(name, 0), min(HIGHEST, round(values[name] * factor) + step))
    return replace(weights, **values)


class Bench:
    """The boards and opponents against which weights are tried."""

    def __init__(self, boards: Sequence[str], seats: int, opponents: dict[str, Maker]) -> None:
        self.boards = boards
        self.seats = seats
        self.opponents = opponents

    def scores(self, weights: Weights, seed: int, deals: int) -> list[float]:
        """What a planner with these weights wins of each deal, on every board and against every opponent in turn."""
        return [
            self.score(weights, board, name, derive_seed("tune", seed, board, name, deal))
            for board in self.boards
            for name in self.opponents
            for deal in range(deals)
        ]

    def score(self, weights: Weights, board: str, opponent: str, seed: int) -> float:
        """The part of a deal's games that the planner wins, once on each seat."""
        makers = {"tuned": planner_with(weights), opponent: self.opponents[opponent]}
        won = 0.0
        for seat in range(self.seats):
            seated = [opponent] * self.seats
            seated[seat] = "tuned"
            game = run_game(GameSetup(board, tuple(seated), seed, f"seed {seed}", makers))
            winners = game.standings().winners
            won += (seat in winners) / len(winners)
        return won / self.seats


def is_better(gains: Sequence[float], errors: float) -> bool:
    """Whether what was gained deal by deal is more than some standard errors above nothing."""
    return mean(gains) > errors * stdev(gains) / sqrt(len(gains))


def tune(start: Weights, bench: Bench, deals: int, deadline: float, rng: Random) -> Weights:
    """The best weights that were found until the deadline."""
    best = start
    tried = 0
    while time.monotonic() < deadline:
        trial = changed(best, rng)
        tried += 1
        gains: list[float] = []
        # Of hundreds of changes some look good by luck: few get through the second batch, which is three times as long.
        for errors, batch in ((1.0, deals), (2.0, 3 * deals)):
            seed = rng.randrange(2**32)
            before, after = bench.scores(best, seed, batch), bench.scores(trial, seed, batch)
            gains += [b - a for a, b in zip(before, after, strict=True)]
            if not is_better(gains, errors):
                break
        else:
            differences = {k: v for k, v in vars_of(trial).items() if v != getattr(best, k)}
            print(f"change {tried}: {100 * mean(gains):+.1f} % wins with {differences}", flush=True)
            best = trial
    print(f"{tried} changes tried", flush=True)
    return best


def options(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Tunes the planner's weights for a board.")
    parser.add_argument("boards", nargs="+", help="the folder of a board; several are tuned for together")
    parser.add_argument("--minutes", type=float, default=10, help="how long to try changes (10)")
    parser.add_argument("--deals", type=int, default=12, help="deals of a batch, on each board and by opponent (12)")
    parser.add_argument("--against", default=OPPONENTS, help=f"opponents besides the planner as it is ({OPPONENTS})")
    parser.add_argument("--seats", type=int, default=2, help="how many seats (2)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of changes and deals (1)")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> None:
    """Tune, compare with the start, and write or print."""
    chosen = options(words)
    known = weights_of(edition_of(chosen.boards[0]))
    opponents = {"start": planner_with(known.planner)} | {name: bots.find(name) for name in chosen.against.split(",")}
    bench = Bench(chosen.boards, chosen.seats, opponents)
    rng = Random(chosen.seed)
    best = tune(known.planner, bench, chosen.deals, time.monotonic() + 60 * chosen.minutes, rng)
    fresh = Bench(chosen.boards, chosen.seats, {"start": opponents["start"]})
    scores = fresh.scores(best, rng.randrange(2**32), 100)
    print(f"against the weights of the start: {100 * mean(scores):.1f} % of {len(scores)} fresh deals")
    text = weights_text(BoardWeights(best, known.ticket_beliefs))
    folder = folder_of(edition_of(chosen.boards[0]))
    if len(chosen.boards) > 1 or folder is None:
        print(text)
    elif mean(scores) > 1 / chosen.seats:
        write_text(folder / FILE, text)
        print(f"{folder / FILE}: written")
    else:
        print(f"{folder / FILE}: not changed")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KolejError as error:
        sys.exit(f"tune_weights: {error}")
