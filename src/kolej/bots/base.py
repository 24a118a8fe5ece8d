"""The bot protocol: what every computer player implements."""

from typing import Protocol

from kolej.engine.decision import Decision


class Bot(Protocol):
    """Plays one seat of one game. A bot is made for every game from a seed: the same seed plays the same moves.

    A bot may also have a method `close()`, which is called when its game is over.
    """

    def choose(self, decision: Decision, /) -> int:
        """The number of one of the legal moves."""
        ...
