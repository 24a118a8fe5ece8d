"""Ratings of bots by the Bradley-Terry model, with Luce's generalisation to more than two seats.

Each bot has a strength, and wins a game with the probability that is its seats' share of the strength of all seats:

    probability of a = seats of a · strength of a / sum over all bots of seats · strength

Ratings are logarithms of strengths on the Elo scale of chess: 400 points are odds of ten to one between two bots.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from kolej.sim.arena.intervals import t_quantile

POINTS = 400 / log(10)
"""Rating points for each unit of the natural logarithm."""
CLOSE = 1e-10
MOST_ROUNDS = 100_000

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True, slots=True)
class Games:
    """Games between the same bots on the same number of seats each."""

    seats: Mapping[int, int]
    """How many seats each bot has, by its number."""
    wins: Mapping[int, float]
    """A shared victory counts in parts."""

    @property
    def count(self) -> float:
        """How many games: the sum of all victories."""
        return sum(self.wins.values())


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a bot relative to the one rated 0, and its 95 % interval."""

    points: float
    low: float
    high: float


def fit_strengths(bots: int, played: Iterable[Games]) -> Vector:
    """The maximum-likelihood strengths; their product is 1.

    The MM algorithm (Hunter 2004): each bot gets its victories divided by its games, each weighted by the share that a
    seat of strength 1 would have in it, until nothing changes. Every bot must have won and lost.
    """
    games = list(played)
    wins = [sum(each.wins.get(bot, 0.0) for each in games) for bot in range(bots)]
    strengths = [1.0] * bots
    for _ in range(MOST_ROUNDS):
        expected = [0.0] * bots
        for each in games:
            weight = each.count / sum(seats * strengths[bot] for bot, seats in each.seats.items())
            for bot, seats in each.seats.items():
                expected[bot] += seats * weight
        better = [won / share for won, share in zip(wins, expected, strict=True)]
        middle = sum(map(log, better)) / bots
        moved = max(abs(log(new / old) - middle) for new, old in zip(better, strengths, strict=True))
        strengths = [new / exp(middle) for new in better]
        if moved < CLOSE:
            break
    return strengths


def rate_bots(bots: int, deals: Sequence[Sequence[Games]], zero: int) -> list[Rating]:
    """Ratings from deals, relative to the bot `zero`. All games of a deal are one observation.

    A drawn game is added for each pair that met, so that a bot which never lost has a finite rating. The intervals come
    from the sandwich estimator for dependent games: the curvature outside, the scores of single deals inside.
    """
    pairs = sorted({(a, b) for deal in deals for each in deal for a in each.seats for b in each.seats if a < b})
    drawn = [[Games({a: 1, b: 1}, {winner: 0.5, loser: 0.0})] for a, b in pairs for winner, loser in ((a, b), (b, a))]
    clusters = [*deals, *drawn]
    together = _add_up(games for deal in clusters for games in deal)
    strengths = fit_strengths(bots, together)
    others = [bot for bot in range(bots) if bot != zero]
    outer = [[_curvature(together, strengths, a, b) for b in others] for a in others]
    inner: Matrix = [[0.0] * len(others) for _ in others]
    for deal in clusters:
        score = [0.0] * bots
        for games in deal:
            for bot, share in _shares(games, strengths).items():
                score[bot] += games.wins.get(bot, 0.0) - games.count * share
        moved = [(i, score[bot]) for i, bot in enumerate(others) if score[bot]]
        for i, one in moved:
            for j, other in moved:
                inner[i][j] += one * other
    bread = inverse(outer)
    reach = t_quantile(max(1, len(deals) - 1)) * POINTS
    ratings: list[Rating] = []
    for bot in range(bots):
        points = POINTS * log(strengths[bot] / strengths[zero])
        if bot == zero:
            ratings.append(Rating(0.0, 0.0, 0.0))
            continue
        row = bread[others.index(bot)]
        variance = sum(row[i] * inner[i][j] * row[j] for i in range(len(others)) for j in range(len(others)))
        ratings.append(Rating(points, points - reach * sqrt(variance), points + reach * sqrt(variance)))
    return ratings


def _add_up(played: Iterable[Games]) -> list[Games]:
    """The same games, those with the same bots on equally many seats added up."""
    sums: dict[tuple[tuple[int, int], ...], dict[int, float]] = {}
    for games in played:
        wins = sums.setdefault(tuple(sorted(games.seats.items())), {})
        for bot, won in games.wins.items():
            wins[bot] = wins.get(bot, 0.0) + won
    return [Games(dict(seats), wins) for seats, wins in sums.items()]


def _curvature(played: Iterable[Games], strengths: Vector, a: int, b: int) -> float:
    """An entry of the information matrix: the negative second derivative of the log-likelihood."""
    total = 0.0
    for games in played:
        if a in games.seats and b in games.seats:
            shares = _shares(games, strengths)
            total += games.count * ((shares[a] if a == b else 0.0) - shares[a] * shares[b])
    return total


def _shares(games: Games, strengths: Vector) -> dict[int, float]:
    """The win probability of each bot."""
    weights = {bot: seats * strengths[bot] for bot, seats in games.seats.items()}
    total = sum(weights.values())
    return {bot: weight / total for bot, weight in weights.items()}


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix, by Gauss-Jordan elimination with partial pivoting."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [value - factor * other for value, other in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
