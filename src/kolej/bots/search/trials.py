"""Trials: comparisons of candidate moves, each in one possible state that planners play to its end."""

import time
from typing import Final

from kolej.bots.planner.planner import Planner
from kolej.bots.planner.valuation import Valuation
from kolej.bots.search.fixed_deck import FixedDeck
from kolej.engine.chance.rng import Rng
from kolej.engine.core.state import NOTHING, OPENING, OVER, State
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.engine.scoring.standings import Standings
from kolej.engine.simulation.rollout import resolve_chance

MOST_DECISIONS: Final = 3000
"""Several times as many as a game takes: planners that block each other permanently must not stop a search."""
MOST_MARGIN = 60
"""Winning by more points than this is worth no more."""


class Trials:
    """The results of each candidate, for one seat. The first candidate is the one that the others must beat."""

    def __init__(
        self, t: RuleTables, valuation: Valuation, seat: int, awards: list[Award], ties: list[Tie], moves: list[int]
    ) -> None:
        self.t = t
        self.seat = seat
        self.awards = awards
        self.ties = ties
        self.moves = moves
        self.alive = [True] * len(moves)
        self.gains = [0] * len(moves)
        """By how much each candidate did better than the first, summed over all trials."""
        self.squares = [0] * len(moves)
        self.count = 0
        """How many trials were run."""
        self.playouts = 0
        self.planners = [Planner(t, valuation, each) for each in range(t.seats)]
        self.before = [Planner(t, valuation, each) for each in range(t.seats)]
        """Planners with the plans that the seats have before the move; every playout begins with these plans."""

    def run(self, state: State, seed: int, deadline: float) -> bool:
        """Try every candidate that is still alive in a possible state; False, and nothing counted, after `deadline`."""
        t = self.t
        rng = FixedDeck(seed)
        rng.fix(t, state)
        one, two = rng.one, rng.two
        for planner in self.before:
            planner.reset()
            if state.phase != OPENING:
                planner.update_plan(state)
        results = [0] * len(self.moves)
        for i in range(len(self.moves)):
            if self.alive[i]:
                if time.perf_counter() >= deadline:
                    return False
                rng.one = one
                rng.two = two
                s = state.copy()
                apply(t, s, self.seat, self.moves[i])
                for seat in range(t.seats):
                    self.planners[seat].copy_plan(self.before[seat])
                playout(t, s, self.planners, rng)
                results[i] = self.result_of(s)
                self.playouts += 1
        for i in range(len(self.moves)):
            if self.alive[i]:
                gain = results[i] - results[0]
                self.gains[i] += gain
                self.squares[i] += gain * gain
        self.count += 1
        return True

    def result_of(self, s: State) -> int:
        """What the end of a game is worth to the seat, in thousandths: a win or loss, and the margin."""
        standings = Standings(ScoreSheet(self.t, s), self.awards, self.ties)
        best = -1000
        for seat in range(self.t.seats):
            if seat != self.seat and standings.totals[seat] > best:
                best = standings.totals[seat]
        margin = standings.totals[self.seat] - best
        if margin > MOST_MARGIN:
            margin = MOST_MARGIN
        if margin < -MOST_MARGIN:
            margin = -MOST_MARGIN
        won = 0
        if standings.ranks[self.seat] == 1:
            won = 1000 // len(standings.winners)
        return won + margin * 1000 // MOST_MARGIN

    def drop(self, keep: int) -> None:
        """Drop all candidates but the best `keep`, and the first."""
        living = sorted([self.gains[i] for i in range(1, len(self.moves)) if self.alive[i]], reverse=True)
        if len(living) <= keep:
            return
        for i in range(1, len(self.moves)):
            if self.alive[i] and self.gains[i] < living[keep - 1]:
                self.alive[i] = False

    def best(self, doubt: float) -> int:
        """The candidate that gains most over the first, less `doubt` standard errors; the first if none gains."""
        best = 0
        most = 0.0
        n = self.count
        for i in range(1, len(self.moves)):
            if self.alive[i]:
                mean = self.gains[i] / n
                error = (max(self.squares[i] / n - mean * mean, 0.0) / n) ** 0.5
                if mean - doubt * error > most:
                    most = mean - doubt * error
                    best = i
        return self.moves[best]


def playout(t: RuleTables, s: State, planners: list[Planner], rng: Rng) -> i64:
    """Play a game to its end, or for `MOST_DECISIONS`; returns the number of decisions."""
    decisions: i64 = 0
    resolve_chance(t, s, rng)
    while s.phase != OVER and decisions < MOST_DECISIONS:
        seat = seat_due(t, s)
        apply(t, s, seat, planners[seat].choose(s))
        while s.owes != NOTHING:
            resolve(t, s, rng.outcome(t, s))
        decisions += 1
    return decisions
