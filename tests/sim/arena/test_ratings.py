"""Ratings: worked by hand, and recovered from simulated games."""

from math import exp, log, log10
from random import Random

import pytest

from kolej.sim.arena.ratings import POINTS, Games, fit_strengths, inverse, rate_bots


def duel(a: int, b: int, wins_a: float, wins_b: float) -> Games:
    return Games({a: 1, b: 1}, {a: wins_a, b: wins_b})


def test_three_of_four_are_odds_of_three_to_one() -> None:
    one, other = fit_strengths(2, [duel(0, 1, 3, 1)])
    assert one / other == pytest.approx(3)


def test_a_tournament_worked_by_hand() -> None:
    """Strengths 4, 2 and 1 explain 2:1, 2:1 and 4:1 exactly, so that they are the most likely ones."""
    strengths = fit_strengths(3, [duel(0, 1, 20, 10), duel(1, 2, 20, 10), duel(0, 2, 40, 10)])
    assert [each / strengths[2] for each in strengths] == pytest.approx([4, 2, 1])
    assert strengths[0] * strengths[1] * strengths[2] == pytest.approx(1)


def test_results_that_contradict_each_other_are_weighed() -> None:
    """In a cycle of victories all are equal; with one more victory, the likelihood equations hold."""
    circle = [duel(0, 1, 1, 0), duel(1, 2, 1, 0), duel(2, 0, 1, 0)]
    assert fit_strengths(3, circle) == pytest.approx([1, 1, 1])
    games = [*circle, duel(0, 1, 1, 0)]
    strengths = fit_strengths(3, games)
    for bot in range(3):
        expected = sum(
            each.count * strengths[bot] / sum(strengths[other] for other in each.seats)
            for each in games
            if bot in each.seats
        )
        assert expected == pytest.approx(sum(each.wins.get(bot, 0) for each in games))


def test_alone_among_three_others() -> None:
    """Winning half of the games against three seats of the other means odds of three to one between the two."""
    one, other = fit_strengths(2, [Games({0: 1, 1: 3}, {0: 50, 1: 50})])
    assert one / other == pytest.approx(3)


def test_ratings_are_on_the_scale_of_chess_and_random_is_0() -> None:
    deals = [[duel(0, 1, 2, 0)] for _ in range(45)] + [[duel(0, 1, 0, 2)] for _ in range(5)]
    strong, zero = rate_bots(2, deals, zero=1)
    assert strong.points == pytest.approx(400 * log10(90.5 / 10.5)), "with the one game that counts as drawn"
    assert (zero.points, zero.low, zero.high) == (0, 0, 0)
    turned = rate_bots(2, deals, zero=0)
    assert turned[1].points == pytest.approx(-strong.points)
    assert turned[1].high == pytest.approx(-strong.low)


def test_a_bot_that_never_lost_has_a_rating_and_doubt() -> None:
    strong, _ = rate_bots(2, [[duel(0, 1, 2, 0)] for _ in range(500)], zero=1)
    assert strong.points == pytest.approx(400 * log10(1000.5 / 0.5))
    assert 200 < strong.high - strong.points < 500


def simulated(rng: Random, logs: list[float], deals: int) -> list[list[Games]]:
    """Deals in which all pairs meet twice. Both games of a deal share the luck of the cards."""
    out = []
    for _ in range(deals):
        cards = rng.gauss(0, 1)
        games = []
        for a in range(len(logs)):
            for b in range(a + 1, len(logs)):
                wins = sum(rng.random() < 1 / (1 + exp(-(logs[a] - logs[b] + favours * cards))) for favours in (1, -1))
                games.append(duel(a, b, wins, 2 - wins))
        out.append(games)
    return out


def test_simulated_strengths_are_found_again() -> None:
    logs = [0.0, 0.5, 1.0, 2.0]
    rng = Random(4)
    deals = []
    for _ in range(3000):
        games = []
        for a in range(4):
            for b in range(a + 1, 4):
                wins = sum(rng.random() < 1 / (1 + exp(logs[b] - logs[a])) for _ in range(2))
                games.append(duel(a, b, wins, 2 - wins))
        deals.append(games)
    for rating, true in zip(rate_bots(4, deals, zero=0), logs, strict=True):
        assert rating.points == pytest.approx(POINTS * true, abs=20)
        assert rating.low <= POINTS * true <= rating.high


def expected(logs: list[float]) -> list[float]:
    """The limit of ratings of simulated deals: strengths fitted to the win probabilities of every pair."""
    cards = [step / 50 for step in range(-250, 251)]
    weights = [exp(-each * each / 2) for each in cards]

    def chance(ahead: float) -> float:
        return sum(w / (1 + exp(-ahead - each)) for each, w in zip(cards, weights, strict=True)) / sum(weights)

    pairs = [(a, b) for a in range(len(logs)) for b in range(a + 1, len(logs))]
    games = [duel(a, b, chance(logs[a] - logs[b]), chance(logs[b] - logs[a])) for a, b in pairs]
    strengths = fit_strengths(len(logs), games)
    return [POINTS * log(each / strengths[0]) for each in strengths]


def test_rating_intervals_miss_once_in_twenty_although_games_of_a_deal_depend_on_each_other() -> None:
    rng, runs = Random(8), 250
    logs = [0.0, 0.4, 1.0]
    true = expected(logs)
    held = [0, 0]
    for _ in range(runs):
        ratings = rate_bots(3, simulated(rng, logs, 60), zero=0)
        for bot in (1, 2):
            held[bot - 1] += ratings[bot].low <= true[bot] <= ratings[bot].high
    assert 0.91 < min(held) / runs <= max(held) / runs < 0.99


def test_the_inverse_is_one() -> None:
    matrix = [[0.0, 2.0, 1.0], [2.0, 1.0, 0.0], [1.0, 0.0, 3.0]]
    product = [[sum(matrix[i][k] * inverse(matrix)[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    for i in range(3):
        assert product[i] == pytest.approx([float(i == j) for j in range(3)])
    assert log(10) * POINTS == pytest.approx(400)
