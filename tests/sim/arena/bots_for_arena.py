"""Bots of one's own for the arena's tests: quick, and each for a purpose."""

from pathlib import Path

SOURCE = '''
from kolej.bots.greedy import GreedyBot
from kolej.bots.planner.bot import MindBot
from kolej.bots.random import RandomBot


class One(GreedyBot):
    """The same as Other."""


class Other(GreedyBot):
    """The same as One."""


class First:
    """Always the first move: without chance of its own."""

    def __init__(self, seed): pass
    def choose(self, choice): return choice.legal[0]


class Raises(RandomBot):
    """Raises in some games."""

    def __init__(self, seed):
        super().__init__(seed)
        self.fatal = seed % 5 == 0

    def choose(self, choice):
        if self.fatal: raise ValueError("enough")
        return super().choose(choice)
'''


def written(folder: Path) -> Path:
    """The file with these bots."""
    path = folder / "arena_bots.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path
