"""Trying moves out: the same moves in many imagined worlds, each played to its end by planners."""

import time

from kolej.bots.planner.planner import Mind
from kolej.bots.planner.valuation import Prices
from kolej.bots.playout import play_on
from kolej.bots.search.fixed_deck import Stacked
from kolej.engine.core.state import OPENING, State
from kolej.engine.core.turn import apply
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.standings import Award, Sheet, Standings, Tie

MOST_MARGIN = 60
"""To win by more than so many points is worth no more."""


class Trials:
    """What came of each move that is being tried, for one seat. The first move is the one that the others must beat."""

    def __init__(self, t: Tables, p: Prices, seat: int, awards: list[Award], ties: list[Tie], moves: list[int]) -> None:
        self.t = t
        self.seat = seat
        self.awards = awards
        self.ties = ties
        self.moves = moves
        self.alive = [True] * len(moves)
        self.gains = [0] * len(moves)
        """By how much each did better than the first in the same worlds, all together."""
        self.squares = [0] * len(moves)
        self.worlds = 0
        self.playouts = 0
        self.minds = [Mind(t, p, each) for each in range(t.seats)]
        self.before = [Mind(t, p, each) for each in range(t.seats)]
        """Minds with the plans that seats have before the move; playouts begin from these."""

    def try_world(self, world: State, seed: int, deadline: float) -> bool:
        """Try every move that is still alive in one more world; False, and nothing counted, if time runs out."""
        t = self.t
        luck = Stacked(seed)
        luck.stack(t, world)
        one, two = luck.one, luck.two
        for mind in self.before:
            mind.forget()
            if world.phase != OPENING:
                mind.refresh(world)
        results = [0] * len(self.moves)
        for i in range(len(self.moves)):
            if self.alive[i]:
                if time.perf_counter() >= deadline:
                    return False
                luck.one = one
                luck.two = two
                s = world.copy()
                apply(t, s, self.seat, self.moves[i])
                for seat in range(t.seats):
                    self.minds[seat].follow(self.before[seat])
                play_on(t, s, self.minds, luck)
                results[i] = self.worth(s)
                self.playouts += 1
        for i in range(len(self.moves)):
            if self.alive[i]:
                gain = results[i] - results[0]
                self.gains[i] += gain
                self.squares[i] += gain * gain
        self.worlds += 1
        return True

    def worth(self, s: State) -> int:
        """What the end of a game is worth to the seat, in thousandths: won or lost, and by how much."""
        standings = Standings(Sheet(self.t, s), self.awards, self.ties)
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
        """Go on with the best few moves, and always with the first."""
        living = sorted([self.gains[i] for i in range(1, len(self.moves)) if self.alive[i]], reverse=True)
        if len(living) <= keep:
            return
        for i in range(1, len(self.moves)):
            if self.alive[i] and self.gains[i] < living[keep - 1]:
                self.alive[i] = False

    def best(self, doubt: float) -> int:
        """The move that gains most over the first, so many standard errors taken off; the first if none gains."""
        best = 0
        most = 0.0
        n = self.worlds
        for i in range(1, len(self.moves)):
            if self.alive[i]:
                mean = self.gains[i] / n
                error = (max(self.squares[i] / n - mean * mean, 0.0) / n) ** 0.5
                if mean - doubt * error > most:
                    most = mean - doubt * error
                    best = i
        return self.moves[best]
