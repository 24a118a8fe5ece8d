"""`random`: any legal move, each as likely as any other."""

from kolej.engine.chance.rng import Luck
from kolej.engine.decision import Choice


class RandomBot:
    """Plays at random: the measure of all things."""

    def __init__(self, seed: int) -> None:
        self.luck = Luck(seed)

    def choose(self, choice: Choice) -> int:
        """Any of them."""
        return choice.legal[self.luck.below(len(choice.legal))]
