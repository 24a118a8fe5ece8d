"""Custom bots for the tests of the arena: fast, and each for one purpose."""

from pathlib import Path

SOURCE = '''
from kolej.bots.greedy import GreedyBot
from kolej.bots.random import RandomBot


class One(GreedyBot):
    """The same as Other."""


class Other(GreedyBot):
    """The same as One."""


class First:
    """Always plays the first move: it uses no random numbers."""

    def __init__(self, seed): pass
    def choose(self, decision): return decision.legal[0]


class Raises(RandomBot):
    """Raises in some games."""

    def __init__(self, seed):
        super().__init__(seed)
        self.fatal = seed % 5 == 0

    def choose(self, decision):
        if self.fatal: raise ValueError("enough")
        return super().choose(decision)
'''


def written(folder: Path) -> Path:
    """Write these bots to a file."""
    path = folder / "arena_bots.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path
