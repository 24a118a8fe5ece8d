"""Time to think."""

import pytest

from kolej.server.tables.log.clocks import after, fresh, ran_out, reckoned, remaining
from kolej.server.wire import Clock

CLOCK = Clock(bank=60, more=5)


def test_a_move_costs_what_it_took_and_gives_the_increment() -> None:
    left = fresh(CLOCK, 3)
    assert left == (60, 60, 60)
    left = after(CLOCK, left, 1, 12.5)
    assert left == (60, 52.5, 60)
    assert remaining(left, 1, 2.5) == 50 and remaining(left, 0, 0) == 60


def test_time_runs_out_and_never_below_nothing() -> None:
    left = fresh(CLOCK, 2)
    assert not ran_out(left, 0, 59.9)
    assert ran_out(left, 0, 60) and ran_out(left, 0, 1000)
    assert remaining(left, 0, 1000) == 0
    assert after(CLOCK, left, 0, 1000) == (5, 60)


def test_a_clock_that_is_set_back_gives_nothing() -> None:
    left = fresh(CLOCK, 2)
    assert remaining(left, 0, -5) == 60
    assert after(CLOCK, left, 0, -5) == (65, 60)


def test_a_game_is_reckoned_from_its_moves() -> None:
    moves = [(0, 10.0), (1, 20.0), (0, 30.0), (2, 0.25)]
    assert reckoned(CLOCK, 3, moves) == pytest.approx((30, 45, 64.75))
    assert reckoned(CLOCK, 3, []) == fresh(CLOCK, 3)
