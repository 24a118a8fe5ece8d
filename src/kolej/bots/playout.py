"""Whole games played by planners inside the compiled core."""

from typing import Final

from kolej.bots.planner.planner import Mind
from kolej.engine.chance.rng import Luck
from kolej.engine.core.state import NOTHING, OVER, State
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import Tables
from kolej.engine.simulation.rollout import settle

MOST_DECISIONS: Final = 3000
"""Several times as many as a game takes: planners that block each other must not stop whoever imagines them."""


def play_on(t: Tables, s: State, minds: list[Mind], luck: Luck) -> i64:
    """Let planners play a game to its end, or nearly for ever; returns the number of decisions."""
    decisions: i64 = 0
    settle(t, s, luck)
    while s.phase != OVER and decisions < MOST_DECISIONS:
        seat = seat_due(t, s)
        apply(t, s, seat, minds[seat].choose(s))
        while s.owes != NOTHING:
            resolve(t, s, luck.outcome(t, s))
        decisions += 1
    return decisions
