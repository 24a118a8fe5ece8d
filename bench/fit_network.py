"""Learning by heart, and a little beyond: fits the small networks of `kolej.bots.learned.network` to what was noted.

A network says how much a move is worth. What is known of a move is how much more it brought than the planner's own in
the same worlds, so that the difference between the two is fitted. Several networks are trained on the same notes from
different beginnings, and their average, which is one wider network, errs less than each.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kolej.bots.learned.features import TRAITS

UNITS = 16
NETWORKS = 4
EPOCHS = 5
BATCH = 512
RATE = 3e-3
DECAY = 0.03
"""How fast a weight that nothing speaks for vanishes."""
BLUR = 0.05
"""Added to the error of what was noted: even the surest note is of one position among many."""
NARROW = 0.05
"""A trait that varies less than this is not blown up to look like the others."""

Numbers = Any
"""An array of numpy's."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Moves that were tried: one row for each."""

    rows: Numbers
    """Their traits."""
    gains: Numbers
    """How much more than the planner's move each brought, in victories."""
    errors: Numbers
    """The standard error of that."""
    choices: Numbers
    """Which choice each belongs to, counted from 0."""

    def usual(self) -> Numbers:
        """For every row, the row of the planner's move in the same choice."""
        planners = np.flatnonzero(self.rows[:, TRAITS.index("usual")] > 0)
        place = np.zeros(int(self.choices.max()) + 1, int)
        place[self.choices[planners]] = planners
        return place[self.choices]

    def save(self, file: Path) -> None:
        """Write them down, with the names of the traits."""
        np.savez(file, traits=TRAITS, rows=self.rows, gains=self.gains, errors=self.errors, choices=self.choices)


def load(files: Sequence[Path]) -> Notes:
    """All that was noted in some files; traits are found by their names."""
    parts: list[tuple[Numbers, ...]] = []
    choices = 0
    for file in files:
        with np.load(file) as notes:
            names = [str(name) for name in notes["traits"]]
            rows = notes["rows"][:, [names.index(name) for name in TRAITS]]
            parts.append((rows, notes["gains"], notes["errors"], notes["choices"] + choices))
            choices += int(notes["choices"].max()) + 1
    return Notes(*(np.concatenate(each) for each in zip(*parts, strict=True)))


class Network:
    """Units between traits and worth, and a straight way past them; trained by Adam."""

    def __init__(self, traits: int, luck: np.random.Generator) -> None:
        self.weights = [
            luck.normal(size=(traits, UNITS)) / np.sqrt(traits),
            np.zeros(UNITS),
            luck.normal(size=UNITS) * 0.1 / np.sqrt(UNITS),
            np.zeros(traits),
        ]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def worth(self, rows: Numbers) -> Numbers:
        """What moves are worth."""
        traits, bias, units, straight = self.weights
        return np.maximum(rows @ traits + bias, 0) @ units + rows @ straight

    def learn(self, moves: Numbers, usual: Numbers, gains: Numbers, sure: Numbers, rate: float) -> None:
        """Come nearer to what some moves gained over the planner's."""
        traits, bias, units, straight = self.weights
        mine, its = moves @ traits + bias, usual @ traits + bias
        up, down = np.maximum(mine, 0), np.maximum(its, 0)
        off = ((up - down) @ units + (moves - usual) @ straight - gains) * sure / len(gains)
        into_mine, into_its = off[:, None] * units * (mine > 0), off[:, None] * units * (its > 0)
        slopes = [
            moves.T @ into_mine - usual.T @ into_its,
            into_mine.sum(0) - into_its.sum(0),
            (up - down).T @ off,
            (moves - usual).T @ off,
        ]
        self.steps += 1
        for i, slope in enumerate(slopes):
            self.means[i] = 0.9 * self.means[i] + 0.1 * slope
            self.squares[i] = 0.999 * self.squares[i] + 0.001 * slope * slope
            mean, square = self.means[i] / (1 - 0.9**self.steps), self.squares[i] / (1 - 0.999**self.steps)
            self.weights[i] -= rate * (mean / (np.sqrt(square) + 1e-8) + DECAY * self.weights[i])


@dataclass(frozen=True, slots=True)
class Learned:
    """Networks that have been trained, and the scale on which they see traits."""

    networks: list[Network]
    middle: Numbers
    width: Numbers

    def worth(self, rows: Numbers) -> Numbers:
        """What moves are worth, on average of all networks."""
        scaled = (rows - self.middle) / self.width
        return sum(network.worth(scaled) for network in self.networks) / len(self.networks)

    def write(self, file: Path) -> None:
        """Write the average down as one network that takes traits as they are."""
        parts = [network.weights for network in self.networks]
        traits = np.concatenate([each[0] for each in parts], axis=1) / self.width[:, None]
        bias = np.concatenate([each[1] for each in parts]) - self.middle @ traits
        units = np.concatenate([each[2] for each in parts]) / len(parts)
        straight = sum(each[3] for each in parts) / len(parts) / self.width
        lessons = {
            "traits": {name: _short(row) for name, row in zip(TRAITS, traits, strict=True)},
            "straight": dict(zip(TRAITS, _short(straight), strict=True)),
            "bias": _short(bias),
            "units": _short(units),
        }
        file.write_text(json.dumps(lessons, separators=(",", ":")).replace('],"', '],\n"') + "\n")


def _short(numbers: Numbers) -> list[float]:
    return [float(f"{number:.4g}") for number in numbers]


def fit(notes: Notes, seed: int = 1) -> Learned:
    """Train networks on what was noted."""
    luck = np.random.default_rng(seed)
    middle, width = notes.rows.mean(0), np.maximum(notes.rows.std(0), NARROW)
    rows = ((notes.rows - middle) / width).astype(np.float32)
    sure = 1 / (notes.errors**2 + BLUR**2)
    sure = np.minimum(sure / sure.mean(), 5)
    usual = notes.usual()
    others = np.flatnonzero(notes.rows[:, TRAITS.index("usual")] == 0)
    networks = [Network(len(TRAITS), luck) for _ in range(NETWORKS)]
    for network in networks:
        batches = len(others) // BATCH * EPOCHS
        for _ in range(EPOCHS):
            luck.shuffle(others)
            for at in range(0, len(others) - BATCH + 1, BATCH):
                some = others[at : at + BATCH]
                rate = RATE * (1 - network.steps / batches)
                network.learn(rows[some], rows[usual[some]], notes.gains[some], sure[some], rate)
    return Learned(networks, middle, width)


def gain(learned: Learned, notes: Notes, doubt: float) -> tuple[float, float]:
    """What following the lessons gained over the planner in a choice, on average, and the standard error of it."""
    usual = notes.usual()
    worth = learned.worth(notes.rows)
    better = worth - worth[usual] - doubt
    better[usual] = 0
    best = np.lexsort((-better, notes.choices))
    first = np.r_[True, notes.choices[best][1:] != notes.choices[best][:-1]]
    gained = notes.gains[best[first]]
    return float(gained.mean()), float(gained.std() / len(gained) ** 0.5)
