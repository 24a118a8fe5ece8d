"""`planner` and the published styles: minds of the compiled core, fed with what their seat knows."""

from collections.abc import Callable

from kolej.bots.mind import Mind
from kolej.bots.prices import USUAL, Prices
from kolej.bots.styles import HUNGRY, ONE_STEP, PATH, LongRoute
from kolej.engine.choice import Choice
from kolej.engine.tables import Tables


class MindBot:
    """Asks a mind. The mind is made at the first choice, when the game is known, and keeps its plan from then on."""

    def __init__(self, make: Callable[[Tables, int], Mind]) -> None:
        self._make = make
        self._mind: Mind | None = None

    def choose(self, choice: Choice) -> int:
        """What the mind says."""
        if self._mind is None:
            self._mind = self._make(choice.tables, choice.seat)
        return self._mind.choose(choice.known())

    @classmethod
    def planner(cls, seed: int) -> "MindBot":
        """Plans a network for its tickets, collects for it and claims what is worth most."""
        return cls(lambda t, seat: Mind(t, Prices(t, list(USUAL)), seat))

    @classmethod
    def path(cls, seed: int) -> "MindBot":
        """Builds the shortest paths of its tickets, and draws no more of them."""
        return cls(lambda t, seat: Mind(t, Prices(t, list(PATH)), seat))

    @classmethod
    def hungry(cls, seed: int) -> "MindBot":
        """Builds shortest paths too, but draws tickets for as long as it can."""
        return cls(lambda t, seat: Mind(t, Prices(t, list(HUNGRY)), seat))

    @classmethod
    def one_step(cls, seed: int) -> "MindBot":
        """Takes the route that is worth most right now, tickets weighed in."""
        return cls(lambda t, seat: Mind(t, Prices(t, list(ONE_STEP)), seat))

    @classmethod
    def long_route(cls, seed: int) -> "MindBot":
        """Collects for the longest routes first and lets tickets follow."""
        return cls(lambda t, seat: LongRoute(t, Prices(t, list(ONE_STEP)), seat))
