"""Intervals hold what they promise: on textbook values, and over many simulated matches."""

from fractions import Fraction
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kolej.sim.arena.intervals import EVEN, always_valid, is_clear, is_decided, paired, t_quantile
from tests.support.seeds import SEEDED

SCORES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)]
"""What a deal of two games can come to, a shared victory included."""

ANY_SCORES = st.lists(st.sampled_from(SCORES), min_size=2, max_size=60)


def match(luck: Random, weights: list[float], deals: int) -> dict[object, Fraction]:
    return dict(enumerate(luck.choices(SCORES, weights, k=deals)))


def mean_of(weights: list[float]) -> float:
    return sum(weight * float(score) for weight, score in zip(weights, SCORES, strict=True)) / sum(weights)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (10**6, 1.960)],
)
def test_quantiles_are_those_of_the_textbook(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.004)


def test_with_many_deals_the_interval_is_the_mean_and_twice_its_standard_error() -> None:
    scores = match(Random(1), [1, 1, 6, 1, 3], 4000)
    numbers = [float(score) for score in scores.values()]
    reach = 1.96 * stdev(numbers) / 4000**0.5
    assert paired(scores) == pytest.approx((fmean(numbers) - reach, fmean(numbers) + reach), abs=2e-4)


@pytest.mark.parametrize(
    ("weights", "deals"),
    [([20, 2, 56, 2, 20], 25), ([20, 2, 56, 2, 20], 100), ([10, 0, 30, 0, 60], 50), ([1, 0, 10, 0, 189], 50)],
    ids=["even", "even, more deals", "3:1", "nearly always"],
)
def test_the_paired_interval_misses_once_in_twenty(weights: list[float], deals: int) -> None:
    luck, runs = Random(7), 600
    true = mean_of(weights)
    held = sum(low <= true <= high for _ in range(runs) for low, high in [paired(match(luck, weights, deals))])
    assert held / runs > 0.92
    # Nor may it be far too wide, but where nearly every deal is won: there few deals can't show that some are not.
    assert held / runs < 0.98 or true > 0.9


def test_games_of_a_deal_are_not_taken_for_independent() -> None:
    """Luck that cancels within a deal makes a paired interval narrower than games taken one by one would."""
    luck = Random(3)
    balanced = {deal: EVEN for deal in range(100)} | {deal: Fraction(luck.randrange(2)) for deal in range(10)}
    low, high = paired(balanced)
    assert high - low < 0.1 < 2 * 1.96 * (0.25 / 200) ** 0.5


def test_deals_that_matches_share_are_one_observation() -> None:
    scores = match(Random(5), [1, 0, 1, 0, 1], 50)
    low, high = paired(scores)
    assert paired(scores, scores) == pytest.approx((low, high)), "the same deals twice tell nothing new"
    others = {("other", deal): score for deal, score in scores.items()}
    narrow_low, narrow_high = paired(scores, others)
    assert narrow_high - narrow_low == pytest.approx((high - low) / 2**0.5, rel=0.05)
    against = {deal: 1 - score for deal, score in scores.items()}
    assert paired(scores, against)[1] - paired(scores, against)[0] < 0.1, "what one wins in a deal, the other loses"


@given(scores=ANY_SCORES)
@SEEDED
def test_intervals_hold_the_mean_and_turn_round_with_the_scores(scores: list[Fraction]) -> None:
    mean = fmean(map(float, scores))
    for low, high, low_other, high_other in (
        (*paired(dict(enumerate(scores))), *paired({n: 1 - score for n, score in enumerate(scores)})),
        (*always_valid(scores), *always_valid([1 - score for score in scores])),
    ):
        assert 0 <= low <= mean <= high <= 1
        assert low < high
        assert (low_other, high_other) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_few_deals_leave_doubt_however_they_end() -> None:
    assert paired({0: Fraction(1)}) == (0.0, 1.0)
    assert always_valid([]) == (0.0, 1.0)
    assert not is_clear(always_valid([Fraction(1)] * 5))
    assert not is_clear(paired({0: Fraction(1), 1: Fraction(1)}))
    low, high = paired({deal: Fraction(1) for deal in range(500)})
    assert 0.98 < low < 0.999
    assert high == 1.0


@given(scores=ANY_SCORES)
@SEEDED
def test_a_match_is_decided_when_its_interval_says_so(scores: list[Fraction]) -> None:
    for some in (scores, [score for score in scores if score >= EVEN]):
        assert is_decided(some) == is_clear(always_valid(some))


@pytest.mark.parametrize("weights", [[45, 0, 10, 0, 45], [10, 10, 60, 10, 10], [0, 0, 1, 0, 0]])
def test_equal_bots_are_seldom_told_apart_however_often_one_looks(weights: list[float]) -> None:
    """The error of the rule by which matches end early: a look after every ten deals, up to 150."""
    luck, runs = Random(11), 300
    wrong = 0
    for _ in range(runs):
        scores = list(match(luck, weights, 150).values())
        wrong += any(is_decided(scores[:deals]) for deals in range(10, 151, 10))
    assert wrong / runs < 0.05


def test_looking_often_at_an_ordinary_interval_would_mislead() -> None:
    """Why there is another one: the same looks at the paired interval are wrong far more often."""
    luck, runs = Random(11), 100
    wrong = 0
    for _ in range(runs):
        scores = match(luck, [45, 0, 10, 0, 45], 150)
        looks = [dict(list(scores.items())[:deals]) for deals in range(10, 151, 10)]
        wrong += any(is_clear(paired(look)) for look in looks)
    assert wrong / runs > 0.08


def test_a_clear_difference_is_soon_clear() -> None:
    luck = Random(2)
    scores = [Fraction((luck.random() < 0.75) + (luck.random() < 0.75), 2) for _ in range(60)]
    low, high = always_valid(scores)
    assert low > 0.5
    assert high < 1
