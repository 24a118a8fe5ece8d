"""`planner` and the published styles: minds of the compiled core, fed with what their seat knows."""

from collections.abc import Callable

from kolej.bots.beliefs import beliefs_of
from kolej.bots.planner.planner import Mind
from kolej.bots.planner.styles import HUNGRY, ONE_STEP, PATH, LongRoute
from kolej.bots.planner.valuation import Prices
from kolej.engine.decision import Choice


def mind_for(choice: Choice, beliefs: list[int]) -> Mind:
    """A mind for the seat that must choose."""
    return Mind(choice.tables, Prices(choice.tables, beliefs), choice.seat)


class MindBot:
    """Asks a mind. The mind is made at the first choice, when the game is known, and keeps its plan from then on."""

    def __init__(self, make: Callable[[Choice], Mind]) -> None:
        self._make = make
        self._mind: Mind | None = None

    def choose(self, choice: Choice) -> int:
        """What the mind says."""
        if self._mind is None:
            self._mind = self._make(choice)
        return self._mind.choose(choice.known())

    @classmethod
    def planner(cls, seed: int) -> "MindBot":
        """Plans a network for its tickets, collects for it and claims what is worth most."""
        return cls(lambda choice: mind_for(choice, beliefs_of(choice.edition.id)))

    @classmethod
    def path(cls, seed: int) -> "MindBot":
        """Builds the shortest paths of its tickets, and draws no more of them."""
        return cls(lambda choice: mind_for(choice, list(PATH)))

    @classmethod
    def hungry(cls, seed: int) -> "MindBot":
        """Builds shortest paths too, but draws tickets for as long as it can."""
        return cls(lambda choice: mind_for(choice, list(HUNGRY)))

    @classmethod
    def one_step(cls, seed: int) -> "MindBot":
        """Takes the route that is worth most right now, tickets weighed in."""
        return cls(lambda choice: mind_for(choice, list(ONE_STEP)))

    @classmethod
    def long_route(cls, seed: int) -> "MindBot":
        """Collects for the longest routes first and lets tickets follow."""
        return cls(lambda choice: LongRoute(choice.tables, Prices(choice.tables, list(ONE_STEP)), choice.seat))
