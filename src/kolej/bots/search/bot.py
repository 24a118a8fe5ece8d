"""`search`: compares candidate moves in many possible states, each played to the end by planners.

Every possible state is determinized from what the seat knows: tickets by the ticket beliefs, the deck in a fixed order.
All candidates are tried in the same state, and compared with the planner's own move there. The worse half of the
candidates is dropped again and again (sequential halving), so that the time goes to those that are hard to tell apart.
"""

import time
from collections.abc import Callable

from kolej.bots.board_weights import weights_of
from kolej.bots.budget import Budget
from kolej.bots.planner.bot import planner_for
from kolej.bots.planner.planner import Planner
from kolej.bots.search.candidates import candidates_for
from kolej.bots.search.opponent_tickets import TicketBeliefs, beliefs_for
from kolej.bots.search.trials import Trials
from kolej.engine.chance.rng import Rng
from kolej.engine.decision import Decision
from kolej.engine.knowledge.determinize.tickets import TicketWeights

STAGES = (0.2, 0.4, 0.6, 0.8)
"""When the worse half of the candidates is dropped, as parts of the budget."""

FEWEST_TRIALS = 4
"""With fewer trials than this the planner's move is played."""

DEFAULT_BUDGET = Budget(seconds=0.1)


class SearchBot:
    """Searches for as long as its budget allows."""

    def __init__(self, seed: int, budget: Budget = DEFAULT_BUDGET, doubt: float = 1.0) -> None:
        self.rng = Rng(seed)
        self.budget = budget
        self.doubt = doubt
        """How many standard errors a move must be better than the planner's."""
        self.playouts = 0
        """How many playouts the last decision took."""
        self.after_trial: Callable[[], object] | None = None
        """Called after every trial, about a thousand times a second: a server gives way to its event loop there."""
        self._planner: Planner | None = None
        self._beliefs: TicketBeliefs | None = None

    def choose(self, decision: Decision) -> int:
        """The candidate that does best in possible states."""
        began = time.perf_counter()
        if self._planner is None or self._beliefs is None:
            weights = weights_of(decision.edition)
            self._planner = planner_for(decision, weights.planner)
            self._beliefs = beliefs_for(self._planner, weights.ticket_beliefs)
        default = self._planner.choose(decision.known())
        moves = candidates_for(decision, default, self._planner.plan)
        self.playouts = 0
        if len(moves) == 1:
            return default
        rules = decision.edition.rules
        trials = Trials(
            decision.tables, self._planner.valuation, decision.seat, list(rules.awards), list(rules.ties), moves
        )
        likely = self.likely_tickets(decision, self._beliefs)
        deadline = began + self.budget.seconds
        stages = list(STAGES)
        while trials.playouts < self.budget.playouts:
            used = max((time.perf_counter() - began) / self.budget.seconds, trials.playouts / self.budget.playouts)
            if used >= 1:
                break
            while stages and used > stages[0] and trials.count >= FEWEST_TRIALS:
                del stages[0]
                trials.drop(max(1, sum(trials.alive) // 2))
            if not trials.run(decision.determinize(self.rng, likely), self.rng.below(2**28), deadline):
                break
            if self.after_trial is not None:
                self.after_trial()
        self.playouts = trials.playouts
        return trials.best(self.doubt) if trials.count >= FEWEST_TRIALS else default

    def likely_tickets(self, decision: Decision, beliefs: TicketBeliefs) -> TicketWeights | None:
        """Which tickets the others may hold in possible states."""
        return beliefs.weights(decision.known())
