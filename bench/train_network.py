"""Training of the network of `learned`: moves are tried in possible states, and networks learn to predict the results.

    python -m bench.train_network train --edition europe --rounds 8 --seconds 300 --jobs 2 --samples samples
    python -m bench.train_network fit --edition europe --samples samples

A round plays games for some time. Most seats play by the network trained so far, the others mostly as planners: a
network must see the situations that its own moves lead to. At every fifth decision all candidate moves are tried in a
dozen possible states, each played to the end by planners; the gain of each move over the planner's own is stored as a
sample, with the features of the move. After every round networks are fitted to all samples so far, and the weights are
written where `learned` finds them. `fit` only fits, and prints what a network fitted to the first four fifths of the
samples gains in the last fifth. Needs numpy.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import inf
from pathlib import Path
from random import Random

import numpy as np

from bench import fit_network
from kolej import editions
from kolej.bots.board_weights import weights_of
from kolej.bots.learned.bot import DOUBT, can_be_rated
from kolej.bots.learned.features import FeatureExtractor
from kolej.bots.learned.network import Network
from kolej.bots.learned.weights import file_of, read
from kolej.bots.planner.bot import planner_for
from kolej.bots.search.candidates import candidates_for
from kolej.bots.search.opponent_tickets import beliefs_for
from kolej.bots.search.trials import Trials
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.decision import Decision
from kolej.engine.silent_game import SilentGame
from kolej.sim.games import FIRST
from kolej.sim.plan import derive_seed

TRIALS = 12
"""In how many possible states each candidate is tried."""
SAMPLED = 0.2
"""The part of decisions at which candidates are tried."""
BY_NETWORK = 0.65
"""The part of seats that play by the network trained so far."""
BEST_TRIED = 0.5
"""How often the other seats play the best candidate, where candidates were tried."""
RANDOM_CANDIDATE = 0.05
"""How often they play any candidate."""
TWO_SEATS = 0.6
"""The part of games with two seats; the others have any number."""
HELD_OUT = 0.2
"""The part of the samples on which `fit` measures the gain."""


class SampleWriter:
    """Samples in the making, move by move."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.gains: list[float] = []
        self.errors: list[float] = []
        self.choices: list[int] = []
        self.count = 0

    def add(self, rows: list[list[float]], trials: Trials) -> list[float]:
        """Add the moves of one decision; returns the gain of each."""
        n = trials.count
        gains = [gain / n / 1000 for gain in trials.gains]
        self.rows += rows
        self.gains += gains
        for gain, squares in zip(gains, trials.squares, strict=True):
            self.errors.append((max(squares / n / 1e6 - gain * gain, 0) / n) ** 0.5)
            self.choices.append(self.count)
        self.count += 1
        return gains

    def save(self, file: Path) -> None:
        """Write all samples to a file."""
        rows, gains, errors = (np.array(each, np.float32) for each in (self.rows, self.gains, self.errors))
        fit_network.Samples(rows, gains, errors, np.array(self.choices)).save(file)


class TrainingPlayer:
    """One seat of a game that is played to collect samples."""

    def __init__(self, decision: Decision, network: Network | None, samples: SampleWriter, rng: Random) -> None:
        weights = weights_of(decision.edition)
        self.planner = planner_for(decision, weights.planner)
        self.beliefs = beliefs_for(self.planner, weights.ticket_beliefs)
        self.features = FeatureExtractor(self.planner, self.beliefs)
        self.network = network if rng.random() < BY_NETWORK else None
        self.samples = samples
        self.rng = rng

    def choose(self, decision: Decision) -> int:
        """Choose a move; now and then try all candidates first, and add them to the samples."""
        known = decision.known()
        default = self.planner.choose(known)
        moves = candidates_for(decision, default, self.planner.plan) if can_be_rated(known) else [default]
        tried = self.rng.random() < SAMPLED
        if len(moves) == 1 or not (tried or self.network):
            return default
        rows = self.features.extract(known, default, moves)
        gains = self.samples.add(rows, self.trials(decision, moves)) if tried else []
        if self.network:
            return best(moves, [self.network.rate(row) for row in rows])
        if self.rng.random() < BEST_TRIED:
            return best(moves, gains)
        return self.rng.choice(moves) if self.rng.random() < RANDOM_CANDIDATE else default

    def trials(self, decision: Decision, moves: list[int]) -> Trials:
        """Try every move in the same possible states."""
        rules, rng = decision.edition.rules, Rng(self.rng.getrandbits(28))
        likely = self.beliefs.weights(decision.known())
        trials = Trials(
            decision.tables, self.planner.valuation, decision.seat, list(rules.awards), list(rules.ties), moves
        )
        for _ in range(TRIALS):
            trials.run(decision.determinize(rng, likely), rng.below(2**28), inf)
        return trials


def best(moves: list[int], values: list[float]) -> int:
    """The move with the highest value; of equals the first."""
    return moves[max(range(len(moves)), key=values.__getitem__)]


def collect(name: str, seconds: float, seed: int, weights: Path, file: Path) -> int:
    """Play for some time and write the samples to a file; returns the number of decisions in it."""
    rng, samples, edition = Random(seed), SampleWriter(), editions.load(name)
    network = read(weights) if weights.exists() else None
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        seats = 2 if rng.random() < TWO_SEATS else rng.choice(edition.rules.seats)
        game = SilentGame(edition, seats, SeededDealer(derive_seed("teaching", seed, name, number)), FIRST)
        players: dict[int, TrainingPlayer] = {}
        while not game.over:
            decision = game.decision
            if decision.seat not in players:
                players[decision.seat] = TrainingPlayer(decision, network, samples, rng)
            game.apply(players[decision.seat].choose(decision))
        number += 1
    samples.save(file)
    return samples.count


def train(options: argparse.Namespace) -> None:
    """Collect samples and fit networks to them, round after round."""
    options.samples.mkdir(parents=True, exist_ok=True)
    weights, done = weights_file(options), len(sample_files(options))
    for number in range(done, done + options.rounds * options.jobs, options.jobs):
        with ProcessPoolExecutor(options.jobs) as pool:
            work = [
                pool.submit(
                    collect, options.edition, options.seconds, derive_seed("teacher", options.seed, n), weights, file
                )
                for n in range(number, number + options.jobs)
                for file in [options.samples / f"{options.edition}-{n:04}.npz"]
            ]
            decisions = sum(each.result() for each in work)
        print(f"{options.edition}: {decisions:,} more decisions", flush=True)
        fit_network.fit(fit_network.load(sample_files(options))).write(weights)


def fit(options: argparse.Namespace) -> None:
    """Fit networks to the samples, and print what that gains."""
    files = sample_files(options)
    if not files:
        sys.exit(f"there are no samples of {options.edition} in {options.samples}; train first")
    samples = fit_network.load(files)
    begins = int(samples.choices.max() * (1 - HELD_OUT))
    earlier, later = part(samples, samples.choices < begins), part(samples, samples.choices >= begins)
    gain, error = fit_network.gain(fit_network.fit(earlier), later, DOUBT)
    print(f"{options.edition}: {1000 * gain:.1f} ± {1960 * error:.1f} thousandths of a win more", end=" ")
    print(f"than planner in each of {int(later.choices.max()) + 1:,} decisions, fitted to {begins:,} others")
    fit_network.fit(samples).write(weights_file(options))


def weights_file(options: argparse.Namespace) -> Path:
    """Where the weights are written."""
    return options.weights or file_of(options.edition)


def sample_files(options: argparse.Namespace) -> list[Path]:
    """The samples of an edition, in their order."""
    return sorted(options.samples.glob(f"{options.edition}-*.npz"))


def part(samples: fit_network.Samples, which: fit_network.Numbers) -> fit_network.Samples:
    """Some of the samples."""
    choices = samples.choices[which]
    return fit_network.Samples(
        samples.rows[which], samples.gains[which], samples.errors[which], choices - choices.min()
    )


def main(words: Sequence[str]) -> None:
    """Parse the command line and run one of the subcommands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for run in (train, fit):
        command = commands.add_parser(run.__name__, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("--edition", default="europe", choices=editions.names(), help="the edition (europe)")
        command.add_argument("--samples", type=Path, required=True, metavar="FOLDER", help="where samples are kept")
        command.add_argument("--weights", type=Path, metavar="FILE", help="where weights go (where learned finds them)")
        if run is train:
            command.add_argument("--rounds", type=int, default=8, help="rounds of playing and fitting (8)")
            command.add_argument("--seconds", type=float, default=300, help="how long a round plays (300)")
            command.add_argument("--jobs", type=int, default=2, help="processes (2)")
            command.add_argument("--seed", type=int, default=1, help="the seed of the games (1)")
    options = parser.parse_args(words)
    options.run(options)


if __name__ == "__main__":
    main(sys.argv[1:])
