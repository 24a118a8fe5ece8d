"""Confidence intervals for a mean of scores from 0 to 1, one score for each deal.

A deal is played once in every order of seats, and its games share the luck of the cards. The score of a deal is
therefore one observation, however many games it took: counting its games one by one would over- or underestimate the
evidence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import exp, log, log1p, sqrt
from typing import Any

from kolej.sim.summary import Z

Interval = tuple[float, float]

EVEN = Fraction(1, 2)
ERROR_RATE = 0.05
"""How often an interval may miss the true mean at most."""
LOG_THRESHOLD = log(2 / ERROR_RATE)
"""The logarithm of the capital at which a mean is rejected; each side has half of the error rate."""
BET_FRACTIONS = tuple((2 * step + 1) / 32 for step in range(16))
"""Parts of the capital bet on each deal: the best one is not known, so that all are used side by side."""


FEW_DEGREES = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582)
"""The 97.5 % quantiles of Student's t with one to five degrees of freedom, where the expansion is not exact enough."""


def t_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t: from a table, then by the Cornish-Fisher expansion, exact to 0.0002."""
    if freedom <= len(FEW_DEGREES):
        return FEW_DEGREES[freedom - 1]
    terms: tuple[float, ...] = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


def paired_interval(*matches: Mapping[Any, Fraction]) -> Interval:
    """Student's 95 % interval for the mean score of a match by its deals, or for the mean of several matches.

    Matches that share deals also share their luck: what a deal did in all of them is one observation. Two more deals
    are added, one won and one lost: without them ten wins in ten deals would leave no uncertainty.
    """
    least = min(map(len, matches))
    if least < 2:
        # One deal does not show how much deals differ.
        return 0.0, 1.0
    middle = 0.0
    pulls: defaultdict[Any, float] = defaultdict(float)
    for scores in matches:
        mean = float(sum(scores.values(), Fraction()) / len(scores))
        middle += mean / len(matches)
        # Deviations from the sample mean are slightly too small; this is Bessel's correction.
        weight = sqrt(len(scores) / (len(scores) - 1)) / len(scores) / len(matches)
        for deal, score in scores.items():
            pulls[deal] += (float(score) - mean) * weight
    deals = len(pulls)
    middle = (middle * deals + 1) / (deals + 2)
    spread = sum(pull * pull for pull in pulls.values()) * deals**2 + middle**2 + (1 - middle) ** 2
    reach = t_quantile(least + 1) * sqrt(spread) / (deals + 2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def sequential_interval(scores: Iterable[Fraction]) -> Interval:
    """A 95 % interval that is valid after every deal (a confidence sequence): a run may stop when it is clear.

    Two gamblers bet on each deal, one that the mean is above m and one that it is below. If the mean is m, neither
    expects to gain, and the probability that a capital of 1 ever reaches 40 is at most 1/40 (Ville's inequality). The
    interval holds every m at which neither has. Nothing is assumed about scores except that they lie from 0 to 1.
    """
    above, below = _count_scores(scores)
    return (_lower_bound(above), 1 - _lower_bound(below)) if above else (0.0, 1.0)


def is_decided(scores: Iterable[Fraction]) -> bool:
    """Whether `sequential_interval` shows which bot is better; the same as `is_clear` of it, but faster."""
    return any(counts and _log_capital(counts, float(EVEN)) >= LOG_THRESHOLD for counts in _count_scores(scores))


Counts = list[tuple[float, int]]
"""Scores, and how often each occurred."""


def _count_scores(scores: Iterable[Fraction]) -> tuple[Counts, Counts]:
    """The counted scores of one bot and of the other, each in ascending order."""
    counts = sorted(Counter(scores).items())
    return [(float(score), count) for score, count in counts], [(float(1 - score), n) for score, n in reversed(counts)]


def _lower_bound(counts: Counts) -> float:
    """The least mean that is not rejected. The capital falls as the mean grows, so that bisection finds it."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if _log_capital(counts, middle) >= LOG_THRESHOLD:
            low = middle
        else:
            high = middle
    return low


def _log_capital(counts: Counts, mean: float) -> float:
    """The logarithm of the capital, 1 at first, after betting all fractions that scores are above a mean."""
    logs = [sum(count * log1p(fraction * (score / mean - 1)) for score, count in counts) for fraction in BET_FRACTIONS]
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs) / len(logs))


def is_clear(interval: Interval) -> bool:
    """Whether an interval shows which bot is better."""
    return not interval[0] <= EVEN <= interval[1]
