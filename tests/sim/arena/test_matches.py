"""Matches: every deal in every order of seats, so that luck is shared evenly."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from kolej import editions
from kolej.engine.record.replay import load
from kolej.sim.arena.matches import DealResult, Match, orders, play_deal, record_name
from tests.sim.arena.bots_for_arena import written


def match(edition: str, seats: int, one: str, other: str, seed: int = 1) -> Match:
    return Match(edition, seats, (one, other), ("one", "other"), seed)


def test_two_seats_have_two_orders() -> None:
    assert orders(2) == ((0, 1), (1, 0))


def test_with_more_seats_each_sits_alone_on_every_seat() -> None:
    assert orders(3) == ((0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_both_sit_on_every_seat_equally_often(seats: int) -> None:
    sat = Counter((seat, which) for order in orders(seats) for seat, which in enumerate(order))
    assert set(sat.values()) == {len(orders(seats)) // 2}
    assert len(set(orders(seats))) == len(orders(seats))


@pytest.mark.parametrize(("edition", "seats"), [("berlin", 2), ("new_york", 2), ("new_york", 4), ("europe", 3)])
def test_two_of_the_same_share_every_deal(tmp_path: Path, edition: str, seats: int) -> None:
    """Exactly half of every deal: the same game is played in both orders, and each bot has the winner's seat once."""
    source = written(tmp_path)
    for one, other in (("One", "Other"), ("First", "First")):
        played = match(edition, seats, f"{source}:{one}", f"{source}:{other}")
        for deal in range(2):
            result = play_deal(played, deal)
            assert len(set(result.points)) == 1, "the same deal went differently"
            assert result.score == Fraction(1, 2)
            assert result.mean_points(0) == result.mean_points(1)


def test_matches_of_an_edition_have_the_same_deals_and_others_have_not() -> None:
    first, second = match("europe", 2, "greedy", "random"), match("europe", 2, "planner", "random")
    assert [first.deal_seed(deal) for deal in range(5)] == [second.deal_seed(deal) for deal in range(5)]
    assert len({first.deal_seed(deal) for deal in range(100)}) == 100
    for other in (match("nordic", 2, "greedy", "random"), match("europe", 2, "greedy", "random", seed=2)):
        assert other.deal_seed(0) != first.deal_seed(0)


def test_scores_count_a_shared_victory_in_parts() -> None:
    deal = DealResult(
        points=((10, 20, 20), (5, 1, 1), (3, 3, 3), (9, 1, 1), (1, 1, 9), (2, 1, 1)),
        winners=((1, 2), (0,), (0, 1, 2), (0,), (2,), (0,)),
    )
    assert deal.wins(0) == [0, 0, Fraction(1, 3), 0, 1, 1]
    assert deal.wins(1) == [1, 1, Fraction(2, 3), 1, 0, 0]
    assert deal.score == Fraction(7, 3) / 6
    assert deal.mean_points(0) == (10 + 1 + 3 + 1 + 1 + 1 + 9 + 2 + 1) / 9


@pytest.mark.parametrize(("edition", "seats"), [("nordic", 2), ("berlin", 3)])
def test_every_game_is_recorded_as_it_was_played(tmp_path: Path, edition: str, seats: int) -> None:
    played = match(edition, seats, "greedy", "random")
    deal = play_deal(played, 3, tmp_path)
    assert play_deal(played, 3) == deal
    files = [tmp_path / record_name(played, 3, order) for order in range(len(orders(seats)))]
    assert sorted(files) == sorted(tmp_path.iterdir())
    for order, points, winners, file in zip(orders(seats), deal.points, deal.winners, files, strict=True):
        recorded = load(file, editions.load)
        assert recorded.game.over
        assert recorded.header.players == tuple(f"bot:{('one', 'other')[which]}" for which in order)
        standings = recorded.game.standings()
        assert (tuple(standings.totals), tuple(standings.winners)) == (points, winners)
