"""`search`: tries its moves in many imagined worlds, each played to the end by planners."""

import time

from kolej.bots.beliefs import beliefs_of
from kolej.bots.mind import Mind
from kolej.bots.prices import Prices
from kolej.bots.worlds import Trials
from kolej.engine.choice import Choice
from kolej.engine.luck import Luck
from kolej.engine.moves import BuildStation, ClaimRoute, Move


class SearchBot:
    """Thinks for so many seconds a move."""

    def __init__(self, seed: int, seconds: float = 0.1, doubt: float = 1.0) -> None:
        self.doubt = doubt
        self.luck = Luck(seed)
        self.seconds = seconds
        self.mind: Mind | None = None
        self.prices: Prices | None = None
        self.playouts = 0

    def choose(self, choice: Choice) -> int:
        """The move that does best in imagined worlds."""
        began = time.perf_counter()
        if self.mind is None or self.prices is None:
            self.prices = Prices(choice.tables, beliefs_of(choice.edition.id))
            self.mind = Mind(choice.tables, self.prices, choice.seat)
        usual = self.mind.choose(choice.known())
        moves = candidates(choice, usual)
        if len(moves) == 1:
            return moves[0]
        rules = choice.edition.rules
        trials = Trials(choice.tables, self.prices, choice.seat, list(rules.awards), list(rules.ties), moves)
        end = began + self.seconds
        stages = [0.2, 0.4, 0.6, 0.8]
        while True:
            now = time.perf_counter()
            if now >= end:
                break
            while stages and now - began > stages[0] * self.seconds and trials.worlds >= 2:
                stages.pop(0)
                trials.drop(max(1, sum(trials.alive) // 2))
            trials.try_world(choice.imagine(self.luck), self.luck.below(2**28))
        self.playouts = trials.playouts
        return trials.best(self.doubt) if trials.worlds >= 4 else usual


MOST = 16


def candidates(choice: Choice, usual: int) -> list[int]:
    """Moves worth trying: the planner's own first, then one payment a route, every card, few buildings."""
    seen: set[tuple[str, int]] = set()
    out = [usual]
    _seen(choice.moves[usual], seen)
    builds = 0
    for number, move in choice.moves.items():
        if number == usual or not _seen(move, seen):
            continue
        if isinstance(move, BuildStation):
            builds += 1
            continue
        out.append(number)
    return out


def _seen(move: Move, seen: set[tuple[str, int]]) -> bool:
    """Whether this is the first payment for its route or city."""
    if isinstance(move, ClaimRoute):
        key = ("route", move.route)
    elif isinstance(move, BuildStation):
        key = ("city", move.city)
    else:
        return True
    if key in seen:
        return False
    seen.add(key)
    return True
