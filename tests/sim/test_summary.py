"""Statistics against known values, and against slower computations."""

import statistics
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kolej.sim.games import GameResult, play
from kolej.sim.names import short_names
from kolej.sim.plan import plan_simulation
from kolej.sim.summary import Summary, Wins, spread, wilson
from kolej.sim.summary_text import table
from tests.support.seeds import SEEDED

COUNTS = st.integers(1, 10**6).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_intervals_are_those_of_the_literature(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@given(COUNTS)
@SEEDED
def test_wilson_intervals_hold_the_share_and_mirror(counts: tuple[int, int]) -> None:
    wins, games = counts
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low))


@given(COUNTS)
@SEEDED
def test_the_ends_of_a_wilson_interval_are_just_within_reach(counts: tuple[int, int]) -> None:
    """Its definition: if an end were the true share, the wins would lie 1.96 standard deviations away."""
    wins, games = counts
    for end in wilson(wins, games):
        if 0 < end < 1:
            assert abs(wins / games - end) / (end * (1 - end) / games) ** 0.5 == pytest.approx(1.959964, rel=1e-4)


@given(st.lists(st.integers(0, 50), min_size=1))
@SEEDED
def test_spread_is_that_of_the_standard_library(numbers: list[int]) -> None:
    found = spread(Counter(numbers))
    assert (found.least, found.most) == (min(numbers), max(numbers))
    assert found.median == statistics.median(numbers)
    assert found.mean == pytest.approx(statistics.fmean(numbers))


def games(names: list[str], count: int) -> tuple[Summary, list[GameResult]]:
    plan = plan_simulation("new_york", 3, names, 5, True)
    summary = Summary(plan)
    played = [play(plan, number) for number in range(count)]
    for result in played:
        summary.add(result)
    return summary, played


def test_figures_are_those_of_the_games() -> None:
    summary, played = games(["greedy", "random", "random"], 12)
    figures = summary.figures()
    assert figures.games == 12
    for bot in figures.bots:
        seats = [(result, seat) for result in played for seat in range(3) if result.bots[seat] == bot.bot]
        assert len(seats) == 12 * bot.seats
        assert bot.points == pytest.approx(statistics.fmean(result.points[seat] for result, seat in seats))
        assert bot.points_sd == pytest.approx(statistics.stdev(result.points[seat] for result, seat in seats))
        assert bot.tickets_kept == pytest.approx(statistics.fmean(result.kept[seat] for result, seat in seats))
        assert bot.tickets_completed == pytest.approx(
            statistics.fmean(result.completed[seat] for result, seat in seats)
        )
        assert sum(bot.lines.values()) == pytest.approx(bot.points)
        assert list(bot.lines) == ["routes", "tickets", "visits"]
    assert figures.decisions.mean == pytest.approx(statistics.fmean(result.decisions for result in played))
    assert figures.turns.median == statistics.median(result.turns for result in played)
    assert sum(figures.endings.values()) == 12


def test_wins_are_shared_fairly_and_add_up_to_the_games() -> None:
    summary, played = games(["random"], 60)
    figures = summary.figures()
    assert figures.shared_victories == sum(len(result.winners) > 1 for result in played)
    assert figures.shared_victories, "no victory was shared: choose another seed"
    assert figures.bots[0].wins == Wins(1.0, *wilson(60, 60), 1.0)
    assert sum(place.share for place in figures.turn_order) == pytest.approx(1.0)
    first = sum(Fraction(1, len(result.winners)) for result in played if 0 in result.winners)
    assert figures.turn_order[0].share == pytest.approx(float(first / 60))
    assert (figures.turn_order[0].low, figures.turn_order[0].high) == pytest.approx(wilson(float(first), 60))
    assert {place.fair for place in figures.turn_order} == {1 / 3}


def test_one_game_has_no_deviation_and_still_makes_a_table() -> None:
    summary, _ = games(["greedy", "random", "random"], 1)
    assert summary.figures().bots[0].points_sd is None
    text = table(summary.plan, range(7, 8), summary.figures())
    assert text.startswith("New York, 3 seats, game 7 of seed 5\n")
    assert max(map(len, text.splitlines())) <= 80


def test_tables_fit_80_columns_whatever_bots_are_called() -> None:
    names = ["my/bots.py:Same", "other/bots.py:Same", "bots.py:AClassWithAVeryLongName", "bots.py:AClassWithAVeryLong"]
    labels = short_names(names, 11)
    assert len(set(labels)) == 4
    assert max(map(len, labels)) < 12
    assert short_names(["greedy", "random"], 11) == ["greedy", "random"]
