"""Fitting of networks for `kolej.bots.learned.network` to samples of moves that were tried.

A network rates a move. A sample says how much more a move gained than the planner's own in the same possible states,
so that the difference between the two ratings is fitted. Several networks are trained on the same samples from
different initial weights; their average, which is one wider network, is more accurate than each of them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kolej.bots.learned.features import FEATURES

UNITS = 16
NETWORKS = 4
EPOCHS = 5
BATCH = 512
RATE = 3e-3
DECAY = 0.03
"""Weight decay: how fast a weight without evidence goes to 0."""
BLUR = 0.05
"""Added to the error of a sample: even the most precise one is of one position among many."""
NARROW = 0.05
"""The least standard deviation that a feature is scaled by."""

Numbers = Any
"""A numpy array."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Moves that were tried: one row for each."""

    rows: Numbers
    """Their features."""
    gains: Numbers
    """How much more than the planner's move each gained, in wins."""
    errors: Numbers
    """The standard error of that."""
    choices: Numbers
    """Which decision each belongs to, counted from 0."""

    def defaults(self) -> Numbers:
        """For every row, the row of the planner's move in the same decision."""
        planners = np.flatnonzero(self.rows[:, FEATURES.index("usual")] > 0)
        place = np.zeros(int(self.choices.max()) + 1, int)
        place[self.choices[planners]] = planners
        return place[self.choices]

    def save(self, file: Path) -> None:
        """Write them to a file, with the names of the features."""
        np.savez(file, traits=FEATURES, rows=self.rows, gains=self.gains, errors=self.errors, choices=self.choices)


def load(files: Sequence[Path]) -> Samples:
    """All samples of some files; features are found by their names."""
    parts: list[tuple[Numbers, ...]] = []
    choices = 0
    for file in files:
        with np.load(file) as stored:
            names = [str(name) for name in stored["traits"]]
            rows = stored["rows"][:, [names.index(name) for name in FEATURES]]
            parts.append((rows, stored["gains"], stored["errors"], stored["choices"] + choices))
            choices += int(stored["choices"].max()) + 1
    return Samples(*(np.concatenate(each) for each in zip(*parts, strict=True)))


class TrainableNetwork:
    """One hidden layer and a direct linear term, trained by Adam."""

    def __init__(self, features: int, rng: np.random.Generator) -> None:
        self.weights = [
            rng.normal(size=(features, UNITS)) / np.sqrt(features),
            np.zeros(UNITS),
            rng.normal(size=UNITS) * 0.1 / np.sqrt(UNITS),
            np.zeros(features),
        ]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def rate(self, rows: Numbers) -> Numbers:
        """The ratings of moves."""
        hidden, bias, output, direct = self.weights
        return np.maximum(rows @ hidden + bias, 0) @ output + rows @ direct

    def learn(self, moves: Numbers, defaults: Numbers, gains: Numbers, precision: Numbers, rate: float) -> None:
        """One step of gradient descent towards the gains of some moves over the planner's."""
        hidden, bias, output, direct = self.weights
        move_sums, default_sums = moves @ hidden + bias, defaults @ hidden + bias
        move_units, default_units = np.maximum(move_sums, 0), np.maximum(default_sums, 0)
        predicted = (move_units - default_units) @ output + (moves - defaults) @ direct
        error = (predicted - gains) * precision / len(gains)
        move_error = error[:, None] * output * (move_sums > 0)
        default_error = error[:, None] * output * (default_sums > 0)
        slopes = [
            moves.T @ move_error - defaults.T @ default_error,
            move_error.sum(0) - default_error.sum(0),
            (move_units - default_units).T @ error,
            (moves - defaults).T @ error,
        ]
        self.steps += 1
        for i, slope in enumerate(slopes):
            self.means[i] = 0.9 * self.means[i] + 0.1 * slope
            self.squares[i] = 0.999 * self.squares[i] + 0.001 * slope * slope
            mean, square = self.means[i] / (1 - 0.9**self.steps), self.squares[i] / (1 - 0.999**self.steps)
            self.weights[i] -= rate * (mean / (np.sqrt(square) + 1e-8) + DECAY * self.weights[i])


@dataclass(frozen=True, slots=True)
class Ensemble:
    """Trained networks, and the scale of the features that they were trained on."""

    networks: list[TrainableNetwork]
    middle: Numbers
    width: Numbers

    def rate(self, rows: Numbers) -> Numbers:
        """The ratings of moves, averaged over all networks."""
        scaled = (rows - self.middle) / self.width
        return sum(network.rate(scaled) for network in self.networks) / len(self.networks)

    def write(self, file: Path) -> None:
        """Write the average to a file, as the weights of one network that takes features unscaled."""
        parts = [network.weights for network in self.networks]
        hidden = np.concatenate([each[0] for each in parts], axis=1) / self.width[:, None]
        bias = np.concatenate([each[1] for each in parts]) - self.middle @ hidden
        output = np.concatenate([each[2] for each in parts]) / len(parts)
        direct = sum(each[3] for each in parts) / len(parts) / self.width
        stored = {
            "traits": {name: _short(row) for name, row in zip(FEATURES, hidden, strict=True)},
            "straight": dict(zip(FEATURES, _short(direct), strict=True)),
            "bias": _short(bias),
            "units": _short(output),
        }
        file.write_text(json.dumps(stored, separators=(",", ":")).replace('],"', '],\n"') + "\n")


def _short(numbers: Numbers) -> list[float]:
    return [float(f"{number:.4g}") for number in numbers]


def fit(samples: Samples, seed: int = 1) -> Ensemble:
    """Train networks on samples."""
    rng = np.random.default_rng(seed)
    middle, width = samples.rows.mean(0), np.maximum(samples.rows.std(0), NARROW)
    rows = ((samples.rows - middle) / width).astype(np.float32)
    precision = 1 / (samples.errors**2 + BLUR**2)
    precision = np.minimum(precision / precision.mean(), 5)
    defaults = samples.defaults()
    others = np.flatnonzero(samples.rows[:, FEATURES.index("usual")] == 0)
    networks = [TrainableNetwork(len(FEATURES), rng) for _ in range(NETWORKS)]
    for network in networks:
        batches = len(others) // BATCH * EPOCHS
        for _ in range(EPOCHS):
            rng.shuffle(others)
            for at in range(0, len(others) - BATCH + 1, BATCH):
                some = others[at : at + BATCH]
                rate = RATE * (1 - network.steps / batches)
                network.learn(rows[some], rows[defaults[some]], samples.gains[some], precision[some], rate)
    return Ensemble(networks, middle, width)


def gain(ensemble: Ensemble, samples: Samples, doubt: float) -> tuple[float, float]:
    """The mean gain over the planner's moves of playing by the ratings, and its standard error."""
    defaults = samples.defaults()
    ratings = ensemble.rate(samples.rows)
    better = ratings - ratings[defaults] - doubt
    better[defaults] = 0
    best = np.lexsort((-better, samples.choices))
    first = np.r_[True, samples.choices[best][1:] != samples.choices[best][:-1]]
    gained = samples.gains[best[first]]
    return float(gained.mean()), float(gained.std() / len(gained) ** 0.5)
