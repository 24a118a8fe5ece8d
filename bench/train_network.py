"""Teaches `learned`: moves are tried out in imagined worlds, and networks learn to tell beforehand what comes of them.

    python -m bench.train_network teach --edition europe --rounds 8 --seconds 300 --jobs 2 --notes notes
    python -m bench.train_network fit --edition europe --notes notes

A round plays games for some time. Most seats play by what was learned so far, the others mostly as planners: what a
pupil gets itself into, it must learn to get out of. At every fifth choice all moves that are worth a look are tried in
a dozen worlds, each played to the end by planners; what each move gained over the planner's own is noted with its
traits. After every round everything noted so far is learned anew, and written where `learned` finds it. `fit` only does
the latter, and tells what the lessons would have gained in the last fifth of the notes if the rest had been all there
was. Needs numpy.
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

from bench import fit_network as network
from kolej import editions
from kolej.bots.learned.bot import DOUBT, can_be_judged
from kolej.bots.learned.features import Eye
from kolej.bots.learned.network import Lessons
from kolej.bots.learned.weights import file_of, read
from kolej.bots.search.candidates import worth_trying
from kolej.bots.search.trials import Trials
from kolej.bots.wits import wits_for
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.decision import Choice
from kolej.engine.silent_game import QuietGame
from kolej.sim.games import FIRST
from kolej.sim.plan import derived

WORLDS = 12
OFTEN = 0.2
"""The part of choices at which moves are tried out."""
PUPILS = 0.65
"""The part of seats that play by what was learned so far."""
BEST_TRIED = 0.5
"""How often others follow what was tried best, where something was."""
ANY_TRIED = 0.05
"""How often they do anything."""
TWO = 0.6
"""The part of games with two seats; the others have any number."""
LAST = 0.2
"""The part of the notes that `fit` asks."""


class Notebook:
    """What was tried, move by move."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []
        self.gains: list[float] = []
        self.errors: list[float] = []
        self.choices: list[int] = []
        self.count = 0

    def add(self, rows: list[list[float]], trials: Trials) -> list[float]:
        """Note one choice; what each move gained."""
        n = trials.worlds
        gains = [gain / n / 1000 for gain in trials.gains]
        self.rows += rows
        self.gains += gains
        for gain, squares in zip(gains, trials.squares, strict=True):
            self.errors.append((max(squares / n / 1e6 - gain * gain, 0) / n) ** 0.5)
            self.choices.append(self.count)
        self.count += 1
        return gains

    def save(self, file: Path) -> None:
        """Write everything down."""
        rows, gains, errors = (np.array(each, np.float32) for each in (self.rows, self.gains, self.errors))
        network.Notes(rows, gains, errors, np.array(self.choices)).save(file)


class Pupil:
    """One seat of one game that is played to learn from it."""

    def __init__(self, choice: Choice, lessons: Lessons | None, notebook: Notebook, luck: Random) -> None:
        self.mind, self.guesses = wits_for(choice)
        self.eye = Eye(self.mind, self.guesses)
        self.lessons = lessons if luck.random() < PUPILS else None
        self.notebook = notebook
        self.luck = luck

    def choose(self, choice: Choice) -> int:
        """Play on, and now and then try out what there is."""
        known = choice.known()
        usual = self.mind.choose(known)
        moves = worth_trying(choice, usual, self.mind.plan) if can_be_judged(known) else [usual]
        tried = self.luck.random() < OFTEN
        if len(moves) == 1 or not (tried or self.lessons):
            return usual
        rows = self.eye.look(known, usual, moves)
        gains = self.notebook.add(rows, self.trials(choice, moves)) if tried else []
        if self.lessons:
            return best(moves, [self.lessons.worth(row) for row in rows])
        if self.luck.random() < BEST_TRIED:
            return best(moves, gains)
        return self.luck.choice(moves) if self.luck.random() < ANY_TRIED else usual

    def trials(self, choice: Choice, moves: list[int]) -> Trials:
        """Every move in the same worlds."""
        rules, luck = choice.edition.rules, Luck(self.luck.getrandbits(28))
        likely = self.guesses.weights(choice.known())
        trials = Trials(choice.tables, self.mind.p, choice.seat, list(rules.awards), list(rules.ties), moves)
        for _ in range(WORLDS):
            trials.try_world(choice.imagine(luck, likely), luck.below(2**28), inf)
        return trials


def best(moves: list[int], worth: list[float]) -> int:
    """The move that is worth most; of equals the first."""
    return moves[max(range(len(moves)), key=worth.__getitem__)]


def gather(name: str, seconds: float, seed: int, lessons: Path, notes: Path) -> int:
    """Play for some time and note what was tried; the number of choices."""
    luck, notebook, edition = Random(seed), Notebook(), editions.load(name)
    taught = read(lessons) if lessons.exists() else None
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        seats = 2 if luck.random() < TWO else luck.choice(edition.rules.seats)
        game = QuietGame(edition, seats, SeededDealer(derived("teaching", seed, name, number)), FIRST)
        pupils: dict[int, Pupil] = {}
        while not game.over:
            choice = game.choice
            if choice.seat not in pupils:
                pupils[choice.seat] = Pupil(choice, taught, notebook, luck)
            game.apply(pupils[choice.seat].choose(choice))
        number += 1
    notebook.save(notes)
    return notebook.count


def teach(asked: argparse.Namespace) -> None:
    """Gather and learn, round after round."""
    asked.notes.mkdir(parents=True, exist_ok=True)
    lessons, done = lessons_of(asked), len(noted(asked))
    for number in range(done, done + asked.rounds * asked.jobs, asked.jobs):
        with ProcessPoolExecutor(asked.jobs) as pool:
            work = [
                pool.submit(gather, asked.edition, asked.seconds, derived("teacher", asked.seed, n), lessons, file)
                for n in range(number, number + asked.jobs)
                for file in [asked.notes / f"{asked.edition}-{n:04}.npz"]
            ]
            choices = sum(each.result() for each in work)
        print(f"{asked.edition}: {choices:,} choices more", flush=True)
        network.fit(network.load(noted(asked))).write(lessons)


def fit(asked: argparse.Namespace) -> None:
    """Learn from what was noted, and tell what that would have gained."""
    files = noted(asked)
    if not files:
        sys.exit(f"there are no notes on {asked.edition} in {asked.notes}; teach first")
    notes = network.load(files)
    begins = int(notes.choices.max() * (1 - LAST))
    earlier, later = part(notes, notes.choices < begins), part(notes, notes.choices >= begins)
    gain, error = network.gain(network.fit(earlier), later, DOUBT)
    print(f"{asked.edition}: {1000 * gain:.1f} ± {1960 * error:.1f} thousandths of a victory more", end=" ")
    print(f"than planner in each of {int(later.choices.max()) + 1:,} choices, learned from {begins:,} others")
    network.fit(notes).write(lessons_of(asked))


def lessons_of(asked: argparse.Namespace) -> Path:
    """Where lessons are written."""
    return asked.lessons or file_of(asked.edition)


def noted(asked: argparse.Namespace) -> list[Path]:
    """The notes on a board, in their order."""
    return sorted(asked.notes.glob(f"{asked.edition}-*.npz"))


def part(notes: network.Notes, which: network.Numbers) -> network.Notes:
    """Some of the notes."""
    choices = notes.choices[which]
    return network.Notes(notes.rows[which], notes.gains[which], notes.errors[which], choices - choices.min())


def main(words: Sequence[str]) -> None:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    for work in (teach, fit):
        kind = kinds.add_parser(work.__name__, help=work.__doc__)
        kind.set_defaults(work=work)
        kind.add_argument("--edition", default="europe", choices=editions.names(), help="the board (europe)")
        kind.add_argument("--notes", type=Path, required=True, metavar="FOLDER", help="where notes are kept")
        kind.add_argument("--lessons", type=Path, metavar="FILE", help="where lessons go (where learned finds them)")
        if work is teach:
            kind.add_argument("--rounds", type=int, default=8, help="rounds of playing and learning (8)")
            kind.add_argument("--seconds", type=float, default=300, help="how long a round plays (300)")
            kind.add_argument("--jobs", type=int, default=2, help="processes (2)")
            kind.add_argument("--seed", type=int, default=1, help="the games (1)")
    asked = parser.parse_args(words)
    asked.work(asked)


if __name__ == "__main__":
    main(sys.argv[1:])
