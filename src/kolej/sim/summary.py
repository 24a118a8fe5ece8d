"""Summary of many games: win rates with confidence intervals, means and distributions.

Only counts and sums of integers are kept, so that millions of games take no more memory than a few, and rounding does
not depend on the order of games.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import sqrt

from kolej.sim.games import ALL_PASSED, LAST_ROUND, GameResult
from kolej.sim.plan import SimulationPlan

Z = 1.959963984540054
"""A normal variable lies within this many standard deviations of its mean with a probability of 95 %."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share: valid also for few games, and for shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    weight = Z * Z / games
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return 0.0 if wins == 0 else middle - reach, 1.0 if wins == games else middle + reach


@dataclass(frozen=True, slots=True)
class Wins:
    """A win rate with its interval; a shared victory counts in equal parts."""

    share: float
    low: float
    high: float
    fair: float
    """What it would be if all seats were equally strong."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """The statistics of one bot. Means are per seat, wins are of all its seats together."""

    bot: str
    seats: int
    wins: Wins
    points: float
    points_sd: float | None
    """The standard deviation; None for a single game."""
    lines: dict[str, float]
    tickets_kept: float
    tickets_completed: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a number over games."""

    least: int
    median: float
    mean: float
    most: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The statistics of all games."""

    games: int
    shared_victories: int
    bots: list[BotFigures]
    turn_order: list[Wins]
    """Wins of the seat that began, of the seat after it, and so on."""
    decisions: Spread
    turns: Spread
    endings: dict[str, int]


class Victories:
    """Counts of victories by how many seats shared them."""

    def __init__(self) -> None:
        self.by_sharers: Counter[int] = Counter()

    def share(self, games: int, fair: float) -> Wins:
        """The win rate over `games`."""
        wins = sum(count / sharers for sharers, count in sorted(self.by_sharers.items()))
        return Wins(wins / games, *wilson(wins, games), fair)


class Sums:
    """Running totals of one bot."""

    def __init__(self) -> None:
        self.victories = Victories()
        self.points = 0
        self.squares = 0
        self.lines: defaultdict[str, int] = defaultdict(int)
        self.kept = 0
        self.completed = 0


class Summary:
    """Running totals of a simulation, from which the statistics are computed."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.games = 0
        self.shared = 0
        self.bots = {name: Sums() for name in plan.bots}
        self.places = [Victories() for _ in range(plan.seats)]
        self.decisions: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()

    def add(self, result: GameResult) -> None:
        """Add the result of a game."""
        sharers = len(result.winners)
        self.games += 1
        self.shared += sharers > 1
        self.decisions[result.decisions] += 1
        self.turns[result.turns] += 1
        self.endings[result.ending] += 1
        for seat, name in enumerate(result.bots):
            sums = self.bots[name]
            sums.points += result.points[seat]
            sums.squares += result.points[seat] ** 2
            sums.kept += result.kept[seat]
            sums.completed += result.completed[seat]
            for line, points in result.lines:
                sums.lines[line] += points[seat]
        for seat in result.winners:
            self.bots[result.bots[seat]].victories.by_sharers[sharers] += 1
            self.places[(seat - result.first) % result.seats].by_sharers[sharers] += 1

    def figures(self) -> Figures:
        """The statistics so far; there must be at least one game."""
        return Figures(
            games=self.games,
            shared_victories=self.shared,
            bots=[self._bot(name, sums) for name, sums in self.bots.items()],
            turn_order=[place.share(self.games, 1 / self.plan.seats) for place in self.places],
            decisions=spread(self.decisions),
            turns=spread(self.turns),
            endings={ending: self.endings[ending] for ending in (LAST_ROUND, ALL_PASSED)},
        )

    def _bot(self, name: str, sums: Sums) -> BotFigures:
        seats = self.plan.bots.count(name)
        count = self.games * seats
        return BotFigures(
            bot=name,
            seats=seats,
            wins=sums.victories.share(self.games, seats / self.plan.seats),
            points=sums.points / count,
            points_sd=_deviation(count, sums.points, sums.squares),
            lines={line: points / count for line, points in sums.lines.items()},
            tickets_kept=sums.kept / count,
            tickets_completed=sums.completed / count,
        )


def _deviation(count: int, total: int, squares: int) -> float | None:
    return sqrt((count * squares - total * total) / (count * (count - 1))) if count > 1 else None


def spread(counts: Counter[int]) -> Spread:
    """Minimum, median, mean and maximum of numbers, given how often each occurred."""
    games = counts.total()
    numbers = sorted(counts)
    total = sum(number * count for number, count in counts.items())
    middle = [_at(counts, numbers, place) for place in ((games - 1) // 2, games // 2)]
    return Spread(numbers[0], sum(middle) / 2, total / games, numbers[-1])


def _at(counts: Counter[int], numbers: list[int], place: int) -> int:
    """The number at a place in ascending order."""
    for number in numbers:
        place -= counts[number]
        if place < 0:
            return number
    raise IndexError(place)
