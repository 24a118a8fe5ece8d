"""Clocks: time to think, and how a move changes it."""

from collections.abc import Iterable

import pytest

from kolej.server.tables.log.clocks import Times, after_move, full_clocks, remaining
from kolej.server.tables.log.entries import BOT, PERSON
from kolej.server.wire.tables import Clock

CLOCK = Clock(bank=60, more=5)


def after(left: Times, seat: int, spent: float) -> Times:
    """The clocks after a move of a person."""
    return after_move(CLOCK, left, seat, spent, PERSON)


def ran_out(left: Times, seat: int, spent: float) -> bool:
    return remaining(left, seat, spent) == 0.0


def after_moves(seats: int, moves: Iterable[tuple[int, float]]) -> Times:
    """The clocks after moves, each a seat and the seconds that it spent."""
    left = full_clocks(CLOCK, seats)
    for seat, spent in moves:
        left = after(left, seat, spent)
    return left


def test_a_move_costs_what_it_took_and_gives_the_increment() -> None:
    left = full_clocks(CLOCK, 3)
    assert left == (60, 60, 60)
    left = after(left, 1, 12.5)
    assert left == (60, 52.5, 60)
    assert remaining(left, 1, 2.5) == 50 and remaining(left, 0, 0) == 60


def test_time_runs_out_and_never_below_nothing() -> None:
    left = full_clocks(CLOCK, 2)
    assert not ran_out(left, 0, 59.9)
    assert ran_out(left, 0, 60) and ran_out(left, 0, 1000)
    assert remaining(left, 0, 1000) == 0
    assert after(left, 0, 1000) == (5, 60)


def test_a_clock_that_is_set_back_gives_nothing() -> None:
    left = full_clocks(CLOCK, 2)
    assert remaining(left, 0, -5) == 60
    assert after(left, 0, -5) == (65, 60)


def test_a_game_is_reckoned_from_its_moves() -> None:
    moves = [(0, 10.0), (1, 20.0), (0, 30.0), (2, 0.25)]
    assert after_moves(3, moves) == pytest.approx((30, 45, 64.75))
    assert after_moves(3, []) == full_clocks(CLOCK, 3)


def test_a_bots_move_gives_no_time() -> None:
    assert after_move(CLOCK, (30.0, 60.0), 0, 2, BOT) == (30, 60)
    assert after_move(CLOCK, (2.0, 60.0), 0, 2, BOT) == (5, 60)
