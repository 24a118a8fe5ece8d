"""Intervals for a mean of scores from 0 to 1, one score a deal.

A deal is played once in every order of seats, and its games have luck in common. The score of a deal is therefore one
observation, however many games it took: whoever counts its games one by one takes them for better evidence than they
are, or for worse.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import exp, log, log1p, sqrt
from typing import Any

from kolej.sim.summary import Z

Interval = tuple[float, float]

EVEN = Fraction(1, 2)
SURE = 0.05
"""How often an interval may miss, at most."""
ENOUGH = log(2 / SURE)
"""The logarithm of the capital that convinces; half of the error is for each side."""
STAKES = tuple((2 * step + 1) / 32 for step in range(16))
"""Parts of its capital that a gambler puts on each deal: none knows the best one, so all are tried side by side."""


def t_quantile(freedom: int) -> float:
    """Within this many standard errors lie 95 of 100 values of Student's t: the series of Cornish and Fisher."""
    terms: tuple[float, ...] = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


def paired(*matches: Mapping[Any, Fraction]) -> Interval:
    """The 95 % interval of Student for the mean score of a match by its deals, or for the mean of several matches.

    Matches that have deals in common may be alike in their luck: what a deal did in all of them is one observation.
    Two more deals are counted, one won and one lost: without them ten victories in ten deals would leave no doubt.
    """
    least = min(map(len, matches))
    if least < 2:
        # One deal does not tell how much deals differ.
        return 0.0, 1.0
    middle = 0.0
    pulls: defaultdict[Any, float] = defaultdict(float)
    for scores in matches:
        mean = float(sum(scores.values(), Fraction()) / len(scores))
        middle += mean / len(matches)
        # Deviations from their own mean are a little too small; as in any standard deviation, that is made good.
        weight = sqrt(len(scores) / (len(scores) - 1)) / len(scores) / len(matches)
        for deal, score in scores.items():
            pulls[deal] += (float(score) - mean) * weight
    deals = len(pulls)
    middle = (middle * deals + 1) / (deals + 2)
    spread = sum(pull * pull for pull in pulls.values()) * deals**2 + middle**2 + (1 - middle) ** 2
    reach = t_quantile(least + 1) * sqrt(spread) / (deals + 2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def always_valid(scores: Iterable[Fraction]) -> Interval:
    """An interval that may be looked at after every deal and acted upon: it misses once in 20 runs at most, ever.

    Two gamblers bet on each deal, one that the mean is above m and one that it is below. If it is m, neither can expect
    to gain, and the chance that a capital of 1 ever becomes 40 is at most 1 in 40 (Ville's inequality). The interval
    holds every m at which neither has gained so much. Nothing is assumed of scores but that they lie from 0 to 1.
    """
    above, below = _counted(scores)
    return (_least(above), 1 - _least(below)) if above else (0.0, 1.0)


def is_decided(scores: Iterable[Fraction]) -> bool:
    """Whether the interval that is always valid says who is better; the same as looking at it, but sooner known."""
    return any(counts and _capital(counts, float(EVEN)) >= ENOUGH for counts in _counted(scores))


Counts = list[tuple[float, int]]
"""Scores, and how often each came."""


def _counted(scores: Iterable[Fraction]) -> tuple[Counts, Counts]:
    """The scores of one bot and of the other, each from the lowest."""
    counts = sorted(Counter(scores).items())
    return [(float(score), count) for score, count in counts], [(float(1 - score), n) for score, n in reversed(counts)]


def _least(counts: Counts) -> float:
    """The least mean that is still believable. Capital shrinks as m grows, so that it can be found by halving."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if _capital(counts, middle) >= ENOUGH:
            low = middle
        else:
            high = middle
    return low


def _capital(counts: Counts, mean: float) -> float:
    """The logarithm of what is left of 1, shared among all stakes, after betting that scores are above a mean."""
    logs = [sum(count * log1p(stake * (score / mean - 1)) for score, count in counts) for stake in STAKES]
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs) / len(logs))


def is_clear(interval: Interval) -> bool:
    """Whether an interval says who is better."""
    return not interval[0] <= EVEN <= interval[1]
