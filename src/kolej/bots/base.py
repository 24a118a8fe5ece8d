"""What a computer player is."""

from typing import Protocol

from kolej.engine.decision import Choice


class Bot(Protocol):
    """Plays one seat of one game. A bot is made anew for every game, with a seed: the same seed, the same choices."""

    def choose(self, choice: Choice) -> int:
        """The number of one of the legal moves."""
        ...
