"""Planner bots: `planner`, and the published styles `path`, `hungry`, `one-step` and `long-route`."""

from collections.abc import Callable

from kolej.bots.board_weights import weights_of
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.styles import LongRoutePlanner
from kolej.bots.planner.valuation import Valuation
from kolej.bots.planner.weights import HUNGRY, ONE_STEP, PATH, Weights
from kolej.engine.decision import Decision


def planner_for(decision: Decision, weights: Weights) -> Planner:
    """A planner for the seat that decides."""
    return Planner(decision.tables, Valuation(decision.tables, weights), decision.seat)


class PlannerBot:
    """A planner as a bot. The planner is made at the first decision, when the game is known, and keeps its plan."""

    def __init__(self, make: Callable[[Decision], Planner]) -> None:
        self._make = make
        self._planner: Planner | None = None

    def choose(self, decision: Decision) -> int:
        """The move of the planner, which sees what its seat knows."""
        if self._planner is None:
            self._planner = self._make(decision)
        return self._planner.choose(decision.known())

    @classmethod
    def planner(cls, seed: int) -> "PlannerBot":
        """Plans a network for its tickets, collects for it and claims what is worth most."""
        return cls(lambda decision: planner_for(decision, weights_of(decision.edition).planner))

    @classmethod
    def path(cls, seed: int) -> "PlannerBot":
        """Builds the shortest paths of its tickets, and draws no more tickets."""
        return cls(lambda decision: planner_for(decision, PATH))

    @classmethod
    def hungry(cls, seed: int) -> "PlannerBot":
        """Builds shortest paths too, but draws tickets for as long as it can."""
        return cls(lambda decision: planner_for(decision, HUNGRY))

    @classmethod
    def one_step(cls, seed: int) -> "PlannerBot":
        """Claims the route that is worth most right now, its tickets included."""
        return cls(lambda decision: planner_for(decision, ONE_STEP))

    @classmethod
    def long_route(cls, seed: int) -> "PlannerBot":
        """Collects for the longest routes first; its tickets come second."""
        return cls(lambda d: LongRoutePlanner(d.tables, Valuation(d.tables, ONE_STEP), d.seat))
