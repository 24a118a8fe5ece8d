"""Batch simulation: many random games, scored but without events, for benchmarks and board statistics."""

from kolej.engine.chance.rng import Rng
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, OVER, State
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.engine.scoring.standings import Standings
from kolej.engine.simulation.rollout import random_move, resolve_chance, rollout, room_for_moves


class Tally:
    """Totals over a batch of games."""

    games: i64
    decisions: i64
    points: i64
    """The sum of all points of all seats; equal batches have equal sums."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.points = 0


def simulate(t: RuleTables, awards: list[Award], ties: list[Tie], rng: Rng, games: i64) -> Tally:
    """Play this many games with uniformly random moves and score each."""
    tally = Tally()
    moves = room_for_moves(t)
    for _ in range(games):
        s = start(t, NONE)
        tally.decisions += rollout(t, s, rng, moves)
        for points in Standings(ScoreSheet(t, s), awards, ties).totals:
            tally.points += points
        tally.games += 1
    return tally


def midway(t: RuleTables, rng: Rng, decisions: i64) -> State:
    """A state after this many random decisions, or before the last one of a shorter game."""
    moves = room_for_moves(t)
    s = start(t, NONE)
    resolve_chance(t, s, rng)
    for _ in range(decisions):
        before = s.copy()
        random_move(t, s, rng, moves)
        if s.phase == OVER:
            return before
    return s


def copy_often(s: State, times: i64) -> None:
    """Copy a state many times, for benchmarks."""
    for _ in range(times):
        s.copy()
