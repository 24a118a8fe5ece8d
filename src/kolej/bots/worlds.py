"""Trying moves out: the same move in many imagined worlds, each played to its end by planners."""

from kolej.bots.mind import Mind
from kolej.bots.playout import play_on
from kolej.bots.prices import Prices
from kolej.bots.stacked import Stacked
from kolej.engine.standings import Award, Sheet, Standings, Tie
from kolej.engine.state import OPENING, State
from kolej.engine.tables import Tables
from kolej.engine.turn import apply

MOST_MARGIN = 60


class Trials:
    """What came of each move that is being tried, for one seat."""

    def __init__(self, t: Tables, p: Prices, seat: int, awards: list[Award], ties: list[Tie], moves: list[int]) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.awards = awards
        self.ties = ties
        self.moves = moves
        self.alive = [True] * len(moves)
        self.total = [0] * len(moves)
        """By how much each did better than the first, in thousandths of games won, the margin counted in."""
        self.squares = [0] * len(moves)
        self.usual = 0
        self.worlds = 0
        self.playouts = 0
        self.minds = [Mind(t, p, each) for each in range(t.seats)]
        self.first = [Mind(t, p, each) for each in range(t.seats)]
        self.luck = Stacked(1)

    def try_world(self, world: State, seed: int) -> None:
        """Try every move that is still alive in one more world."""
        t = self.t
        luck = Stacked(seed)
        luck.stack(t, world)
        one, two = luck.one, luck.two
        for seat in range(t.seats):
            self.first[seat].plan.held = -1
            self.first[seat].asked = -1
            if world.phase != OPENING:
                self.first[seat].refresh(world)
        for i in range(len(self.moves)):
            if self.alive[i]:
                luck.one = one
                luck.two = two
                s = world.copy()
                apply(t, s, self.seat, self.moves[i])
                for seat in range(t.seats):
                    self.minds[seat].plan.take_over(self.first[seat].plan)
                    self.minds[seat].asked = -1
                play_on(t, s, self.minds, luck)
                self.note(i, self.worth(s))
                self.playouts += 1
        self.worlds += 1

    def worth(self, s: State) -> int:
        """What the end of a game is worth to the seat, in thousandths: won or lost, and by how much."""
        standings = Standings(Sheet(self.t, s), self.awards, self.ties)
        mine = standings.totals[self.seat]
        best = -1000
        for seat in range(self.t.seats):
            if seat != self.seat and standings.totals[seat] > best:
                best = standings.totals[seat]
        margin = mine - best
        if margin > MOST_MARGIN:
            margin = MOST_MARGIN
        if margin < -MOST_MARGIN:
            margin = -MOST_MARGIN
        won = 0
        if standings.ranks[self.seat] == 1:
            won = 1000 // len(standings.winners)
        return won + margin * 1000 // MOST_MARGIN

    def note(self, i: int, worth: int) -> None:
        """Count a result, and by how much it differs from that of the first move in the same world."""
        if i == 0:
            self.usual = worth
        gain = worth - self.usual
        self.total[i] += gain
        self.squares[i] += gain * gain

    def drop(self, keep: int) -> None:
        """Go on with the best few moves, and always with the first."""
        living = sorted([self.total[i] for i in range(1, len(self.moves)) if self.alive[i]], reverse=True)
        if len(living) <= keep:
            return
        least = living[keep - 1]
        for i in range(1, len(self.moves)):
            if self.alive[i] and self.total[i] < least:
                self.alive[i] = False

    def best(self, doubt: float) -> int:
        """The move that gains most over the first, so many standard errors taken off; the first if none does."""
        best = 0
        most = 0.0
        n = self.worlds
        for i in range(1, len(self.moves)):
            if self.alive[i]:
                mean = self.total[i] / n
                spread = (max(self.squares[i] / n - mean * mean, 0.0) / n) ** 0.5
                if mean - doubt * spread > most:
                    most = mean - doubt * spread
                    best = i
        return self.moves[best]
