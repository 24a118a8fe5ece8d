"""`search`: tries its moves in many imagined worlds, each played to the end by planners.

Every world is dealt anew from what the seat knows: tickets by what the others seem to build (`guesses.py`), the deck in
a fixed order. All moves are tried in it, and what is compared is how much better a move does than the planner's own in
the very same world. The least promising half of the moves is dropped again and again, so that the time goes to those
between which it is hard to choose.
"""

import time

from kolej.bots.budget import Budget
from kolej.bots.planner.planner import Mind
from kolej.bots.search.candidates import worth_trying
from kolej.bots.search.opponent_tickets import Guesses
from kolej.bots.search.trials import Trials
from kolej.bots.wits import wits_for
from kolej.engine.chance.rng import Luck
from kolej.engine.decision import Choice
from kolej.engine.knowledge.determinize.tickets import Likely

STAGES = (0.2, 0.4, 0.6, 0.8)
"""When the worse half of the moves is dropped, as parts of the budget."""

FEWEST_WORLDS = 4
"""In fewer worlds nothing can be told, and the planner's move stands."""

USUAL = Budget(seconds=0.1)


class SearchBot:
    """Thinks for as long as its budget allows."""

    def __init__(self, seed: int, budget: Budget = USUAL, doubt: float = 1.0) -> None:
        self.luck = Luck(seed)
        self.budget = budget
        self.doubt = doubt
        """How many standard errors a move must be better than the planner's by."""
        self.playouts = 0
        """How many games the last decision took."""
        self._mind: Mind | None = None
        self._guesses: Guesses | None = None

    def choose(self, choice: Choice) -> int:
        """The move that does best in imagined worlds."""
        began = time.perf_counter()
        if self._mind is None or self._guesses is None:
            self._mind, self._guesses = wits_for(choice)
        usual = self._mind.choose(choice.known())
        moves = worth_trying(choice, usual, self._mind.plan)
        self.playouts = 0
        if len(moves) == 1:
            return usual
        rules = choice.edition.rules
        trials = Trials(choice.tables, self._mind.p, choice.seat, list(rules.awards), list(rules.ties), moves)
        likely = self.likely(choice, self._guesses)
        deadline = began + self.budget.seconds
        stages = list(STAGES)
        while trials.playouts < self.budget.playouts:
            used = max((time.perf_counter() - began) / self.budget.seconds, trials.playouts / self.budget.playouts)
            if used >= 1:
                break
            while stages and used > stages[0] and trials.worlds >= FEWEST_WORLDS:
                del stages[0]
                trials.drop(max(1, sum(trials.alive) // 2))
            if not trials.try_world(choice.imagine(self.luck, likely), self.luck.below(2**28), deadline):
                break
        self.playouts = trials.playouts
        return trials.best(self.doubt) if trials.worlds >= FEWEST_WORLDS else usual

    def likely(self, choice: Choice, guesses: Guesses) -> Likely | None:
        """Which tickets the others may hold, for the worlds that are imagined."""
        return guesses.weights(choice.known())
