"""Levels for people: four opponents with fixed settings, from one that a beginner beats to the strongest there is."""

from collections.abc import Callable
from dataclasses import dataclass

from kolej.bots.base import Bot
from kolej.bots.budget import Budget
from kolej.bots.greedy import GreedyBot
from kolej.bots.planner.bot import MindBot
from kolej.bots.search.bot import SearchBot
from kolej.engine.chance.rng import Luck
from kolej.engine.decision import Choice


class Careless:
    """Another bot that now and then makes any legal move instead: so many times out of a hundred."""

    def __init__(self, seed: int, careful: Bot, slips: int) -> None:
        self.luck = Luck(seed)
        self.careful = careful
        self.slips = slips

    def choose(self, choice: Choice) -> int:
        """What the careful one would do, unless attention wanders."""
        careful = self.careful.choose(choice)
        if self.luck.below(100) < self.slips:
            return choice.legal[self.luck.below(len(choice.legal))]
        return careful


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent to choose: its name, who it is, and how to make it from a seed."""

    name: str
    character: str
    make: Callable[[int], Bot]


LEVELS = (
    Level(
        "easy",
        "A daydreamer: likes long routes, forgets its tickets, and often does whatever comes to mind.",
        lambda seed: Careless(seed, GreedyBot(seed), 30),
    ),
    Level(
        "medium",
        "A commuter: knows the way to its stations, but does not always watch the departures.",
        lambda seed: Careless(seed, MindBot.planner(seed), 15),
    ),
    Level(
        "hard",
        "A dispatcher: plans the whole network, and plays a few hundred games in its head before each move.",
        lambda seed: SearchBot(seed, Budget(seconds=0.2)),
    ),
    Level(
        "expert",
        "The timetable itself: thinks for nearly two seconds a move, and misses little.",
        lambda seed: SearchBot(seed, Budget(seconds=1.8)),
    ),
)
"""Easiest first."""
