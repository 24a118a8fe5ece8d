"""Confidence intervals: textbook values, and coverage over many simulated matches."""

from fractions import Fraction
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kolej.sim.arena.intervals import EVEN, is_clear, is_decided, paired_interval, sequential_interval, t_quantile
from tests.support.seeds import SEEDED

SCORES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)]
"""What a deal of two games can come to, a shared victory included."""

ANY_SCORES = st.lists(st.sampled_from(SCORES), min_size=2, max_size=60)


def match(rng: Random, weights: list[float], deals: int) -> dict[object, Fraction]:
    return dict(enumerate(rng.choices(SCORES, weights, k=deals)))


def mean_of(weights: list[float]) -> float:
    return sum(weight * float(score) for weight, score in zip(weights, SCORES, strict=True)) / sum(weights)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        *((1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (6, 2.4469), (7, 2.3646)),
        *((10, 2.2281), (30, 2.0423), (120, 1.9799), (10**6, 1.9600)),
    ],
)
def test_quantiles_are_those_of_the_textbook(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.0002)


def test_with_many_deals_the_interval_is_the_mean_and_twice_its_standard_error() -> None:
    scores = match(Random(1), [1, 1, 6, 1, 3], 4000)
    numbers = [float(score) for score in scores.values()]
    reach = 1.96 * stdev(numbers) / 4000**0.5
    assert paired_interval(scores) == pytest.approx((fmean(numbers) - reach, fmean(numbers) + reach), abs=2e-4)


@pytest.mark.parametrize(
    ("weights", "deals"),
    [([20, 2, 56, 2, 20], 25), ([20, 2, 56, 2, 20], 100), ([10, 0, 30, 0, 60], 50), ([1, 0, 10, 0, 189], 50)],
    ids=["even", "even, more deals", "3:1", "nearly always"],
)
def test_the_paired_interval_misses_once_in_twenty(weights: list[float], deals: int) -> None:
    rng, runs = Random(7), 600
    true = mean_of(weights)
    held = sum(low <= true <= high for _ in range(runs) for low, high in [paired_interval(match(rng, weights, deals))])
    assert held / runs > 0.92
    # Nor may it be far too wide, except where nearly every deal is won, which few deals can't distinguish from all.
    assert held / runs < 0.98 or true > 0.9


def test_games_of_a_deal_are_not_taken_for_independent() -> None:
    """Luck that cancels within a deal makes a paired interval narrower than one over single games."""
    rng = Random(3)
    balanced = {deal: EVEN for deal in range(100)} | {deal: Fraction(rng.randrange(2)) for deal in range(10)}
    low, high = paired_interval(balanced)
    assert high - low < 0.1 < 2 * 1.96 * (0.25 / 200) ** 0.5


def test_deals_that_matches_share_are_one_observation() -> None:
    scores = match(Random(5), [1, 0, 1, 0, 1], 50)
    low, high = paired_interval(scores)
    assert paired_interval(scores, scores) == pytest.approx((low, high)), "the same deals twice tell nothing new"
    others = {("other", deal): score for deal, score in scores.items()}
    narrow_low, narrow_high = paired_interval(scores, others)
    assert narrow_high - narrow_low == pytest.approx((high - low) / 2**0.5, rel=0.05)
    against = {deal: 1 - score for deal, score in scores.items()}
    assert paired_interval(scores, against)[1] - paired_interval(scores, against)[0] < 0.1, (
        "what one wins in a deal, the other loses"
    )


@given(scores=ANY_SCORES)
@SEEDED
def test_intervals_hold_the_mean_and_turn_round_with_the_scores(scores: list[Fraction]) -> None:
    mean = fmean(map(float, scores))
    for low, high, low_other, high_other in (
        (*paired_interval(dict(enumerate(scores))), *paired_interval({n: 1 - score for n, score in enumerate(scores)})),
        (*sequential_interval(scores), *sequential_interval([1 - score for score in scores])),
    ):
        assert 0 <= low <= mean <= high <= 1
        assert low < high
        assert (low_other, high_other) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_few_deals_leave_doubt_however_they_end() -> None:
    assert paired_interval({0: Fraction(1)}) == (0.0, 1.0)
    assert sequential_interval([]) == (0.0, 1.0)
    assert not is_clear(sequential_interval([Fraction(1)] * 5))
    assert not is_clear(paired_interval({0: Fraction(1), 1: Fraction(1)}))
    low, high = paired_interval({deal: Fraction(1) for deal in range(500)})
    assert 0.98 < low < 0.999
    assert high == 1.0


@given(scores=ANY_SCORES)
@SEEDED
def test_a_match_is_decided_when_its_interval_says_so(scores: list[Fraction]) -> None:
    for some in (scores, [score for score in scores if score >= EVEN]):
        assert is_decided(some) == is_clear(sequential_interval(some))


@pytest.mark.parametrize("weights", [[45, 0, 10, 0, 45], [10, 10, 60, 10, 10], [0, 0, 1, 0, 0]])
def test_equal_bots_are_seldom_told_apart_however_often_one_looks(weights: list[float]) -> None:
    """The error rate of ending matches early: a check after every ten deals, up to 150."""
    rng, runs = Random(11), 300
    wrong = 0
    for _ in range(runs):
        scores = list(match(rng, weights, 150).values())
        wrong += any(is_decided(scores[:deals]) for deals in range(10, 151, 10))
    assert wrong / runs < 0.05


def test_looking_often_at_an_ordinary_interval_would_mislead() -> None:
    """Why the sequential interval is needed: the same checks of the paired interval are wrong far more often."""
    rng, runs = Random(11), 100
    wrong = 0
    for _ in range(runs):
        scores = match(rng, [45, 0, 10, 0, 45], 150)
        looks = [dict(list(scores.items())[:deals]) for deals in range(10, 151, 10)]
        wrong += any(is_clear(paired_interval(look)) for look in looks)
    assert wrong / runs > 0.08


def test_a_clear_difference_is_soon_clear() -> None:
    rng = Random(2)
    scores = [Fraction((rng.random() < 0.75) + (rng.random() < 0.75), 2) for _ in range(60)]
    low, high = sequential_interval(scores)
    assert low > 0.5
    assert high < 1
