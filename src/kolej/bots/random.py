"""`random`: plays any legal move, all with the same probability."""

from kolej.engine.chance.rng import Rng
from kolej.engine.decision import Decision


class RandomBot:
    """Plays at random: the baseline that every other bot is measured against."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, decision: Decision) -> int:
        """A random legal move."""
        return decision.legal[self.rng.below(len(decision.legal))]
