"""Many random games at once, scored, with nobody looking: for benchmarks and for judging a board."""

from kolej.engine.chance.rng import Luck
from kolej.engine.core.start import start
from kolej.engine.core.state import NONE, OVER, State
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.standings import Award, Sheet, Standings, Tie
from kolej.engine.simulation.rollout import random_move, rollout, room_for_moves, settle


class Tally:
    """What a run of games came to."""

    games: i64
    decisions: i64
    points: i64
    """All points of all seats: equal runs have equal sums."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.points = 0


def simulate(t: Tables, awards: list[Award], ties: list[Tie], luck: Luck, games: i64) -> Tally:
    """Play so many games, every legal move as likely as any other, and score each."""
    tally = Tally()
    moves = room_for_moves(t)
    for _ in range(games):
        s = start(t, NONE)
        tally.decisions += rollout(t, s, luck, moves)
        for points in Standings(Sheet(t, s), awards, ties).totals:
            tally.points += points
        tally.games += 1
    return tally


def midway(t: Tables, luck: Luck, decisions: i64) -> State:
    """A game after so many random decisions, or a little before its end."""
    moves = room_for_moves(t)
    s = start(t, NONE)
    settle(t, s, luck)
    for _ in range(decisions):
        before = s.copy()
        random_move(t, s, luck, moves)
        if s.phase == OVER:
            return before
    return s


def copy_often(s: State, times: i64) -> None:
    """Copy a state again and again."""
    for _ in range(times):
        s.copy()
