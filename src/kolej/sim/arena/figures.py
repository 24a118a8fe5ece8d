"""Statistics of an arena: win rates with intervals by match and by bot, and ratings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean

from kolej.sim.arena.contest import Arena
from kolej.sim.arena.intervals import Interval, is_clear, paired_interval, sequential_interval
from kolej.sim.arena.matches import DealResult, orders
from kolej.sim.arena.ratings import Games, Rating, rate_bots
from kolej.sim.plan import edition_of

ANCHOR = "random"
"""The bot whose rating is 0, if it plays; otherwise the first bot is."""


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The results of one bot against another, on one edition or on all of them with equal weight."""

    edition: str | None
    """None for all."""
    bots: tuple[str, str]
    games: int
    deals: int
    win_rate: float
    """Of the first bot; a shared victory counts in parts. Equal bots have a half."""
    interval: Interval
    clear: bool
    """Whether the interval shows which bot is better."""
    points: tuple[float, float]
    """Mean points per seat of each bot."""
    alone: tuple[float, float]
    """How often each won when it sat alone among copies of the other; for equal bots, 1 divided by the seats."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """The results of one bot against all others, every match with equal weight."""

    bot: str
    games: int
    win_rate: float
    interval: Interval
    rating: float
    rating_interval: Interval


@dataclass(frozen=True, slots=True)
class ArenaFigures:
    """All statistics. Bots come strongest first, pairs in the order in which they were named."""

    anchor: str
    bots: list[BotFigures]
    pairs: list[PairFigures]
    overall: list[PairFigures]
    """The same pairs over all editions."""


Played = Sequence[Mapping[int, DealResult]]
"""For every match of an arena, the deals that were played."""


def figures(arena: Arena, played: Played) -> ArenaFigures:
    """The statistics of what has been played; there must be at least one deal."""
    met = [number for number in range(len(arena.matches)) if played[number]]
    there = [bot for bot in range(len(arena.bots)) if any(bot in arena.pair_of(number) for number in met)]
    anchor = next((bot for bot in there if arena.bots[bot] == ANCHOR), there[0])
    ratings = dict(zip(there, _ratings(arena, played, there, anchor), strict=True))
    found = [_bot(arena, played, bot, ratings[bot]) for bot in there]
    pairs = [number for number in range(len(arena.pairs)) if played[number]]
    return ArenaFigures(
        anchor=arena.bots[anchor],
        bots=sorted(found, key=lambda bot: -bot.rating),
        pairs=[_pair(arena, played, edition_of(arena.matches[number].edition).id, [number]) for number in met],
        overall=[_pair(arena, played, None, [n for n in met if n % len(arena.pairs) == pair]) for pair in pairs],
    )


def _pair(arena: Arena, played: Played, edition: str | None, numbers: Sequence[int]) -> PairFigures:
    """One match, or the matches of one pair on several editions."""
    scores = [_scores(arena, played, number, 0) for number in numbers]
    deals = [list(played[number].values()) for number in numbers]
    sequential = arena.until_clear and len(numbers) == 1
    interval = sequential_interval(scores[0].values()) if sequential else paired_interval(*scores)
    return PairFigures(
        edition=edition,
        bots=arena.matches[numbers[0]].bots,
        games=sum(map(len, deals)) * arena.orders,
        deals=sum(map(len, deals)),
        win_rate=_mean_of_means([map(float, each.values()) for each in scores]),
        interval=interval,
        clear=is_clear(interval),
        points=_both(lambda which: _mean_of_means([[deal.mean_points(which) for deal in each] for each in deals])),
        alone=_both(lambda which: _mean_of_means([[_won_alone(deal, which) for deal in each] for each in deals])),
    )


def _bot(arena: Arena, played: Played, bot: int, rating: Rating) -> BotFigures:
    mine = [number for number in range(len(arena.matches)) if played[number] and bot in arena.pair_of(number)]
    scores = [_scores(arena, played, number, arena.pair_of(number).index(bot)) for number in mine]
    return BotFigures(
        bot=arena.bots[bot],
        games=sum(map(len, scores)) * arena.orders,
        win_rate=_mean_of_means([map(float, each.values()) for each in scores]),
        interval=paired_interval(*scores),
        rating=rating.points,
        rating_interval=(rating.low, rating.high),
    )


def _scores(arena: Arena, played: Played, number: int, which: int) -> dict[tuple[str, int], Fraction]:
    """What one of two bots scored in each deal of a match; matches on the same edition share their deals."""
    edition = arena.matches[number].edition
    return {(edition, deal): 1 - result.score if which else result.score for deal, result in played[number].items()}


def _ratings(arena: Arena, played: Played, there: list[int], anchor: int) -> list[Rating]:
    deals: defaultdict[tuple[str, int], list[Games]] = defaultdict(list)
    for number, results in enumerate(played):
        pair = [there.index(bot) for bot in arena.pair_of(number) if bot in there]
        for deal, result in results.items():
            deals[arena.matches[number].edition, deal] += _games(result, pair, arena.seats)
    return rate_bots(len(there), list(deals.values()), there.index(anchor))


def _games(result: DealResult, pair: list[int], seats: int) -> list[Games]:
    """A deal as `ratings` expects it: games with the same bots on equally many seats are combined."""
    wins: dict[int, list[Fraction]] = {}
    for order, first, second in zip(orders(seats), result.wins(0), result.wins(1), strict=True):
        won = wins.setdefault(order.count(0), [Fraction(), Fraction()])
        won[0] += first
        won[1] += second
    return [
        Games(
            {pair[0]: of_first, pair[1]: seats - of_first},
            {pair[0]: float(won[0]), pair[1]: float(won[1])},
        )
        for of_first, won in wins.items()
    ]


def _won_alone(deal: DealResult, which: int) -> float:
    """The part that a bot won of the games in which the other had all other seats."""
    seats = len(deal.points[0])
    won = [won for order, won in zip(orders(seats), deal.wins(which), strict=True) if order.count(which) == 1]
    return float(sum(won, Fraction()) / len(won))


def _both(of: Callable[[int], float]) -> tuple[float, float]:
    return of(0), of(1)


def _mean_of_means(groups: Sequence[Iterable[float]]) -> float:
    return mean(mean(group) for group in groups)
