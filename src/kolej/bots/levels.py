"""Difficulty levels: four opponents for people, from one that a beginner beats to the strongest bot."""

from collections.abc import Callable
from dataclasses import dataclass

from kolej.bots.base import Bot
from kolej.bots.budget import Budget
from kolej.bots.greedy import GreedyBot
from kolej.bots.planner.bot import PlannerBot
from kolej.bots.search.bot import SearchBot
from kolej.engine.chance.rng import Rng
from kolej.engine.decision import Decision


class BlunderingBot:
    """Another bot that makes a random legal move now and then instead of its own."""

    def __init__(self, seed: int, bot: Bot, percent: int) -> None:
        self.rng = Rng(seed)
        self.bot = bot
        self.percent = percent
        """How many of a hundred moves are random."""

    def choose(self, decision: Decision) -> int:
        """The other bot's move, or a random one. The other bot is asked in any case, so that its plan stays current."""
        move = self.bot.choose(decision)
        if self.rng.below(100) < self.percent:
            return decision.legal[self.rng.below(len(decision.legal))]
        return move


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent to choose: its name, a sentence about it, and how to make it from a seed."""

    name: str
    character: str
    make: Callable[[int], Bot]


LEVELS = (
    Level(
        "easy",
        "A daydreamer: likes long routes, forgets its tickets, and often does whatever comes to mind.",
        lambda seed: BlunderingBot(seed, GreedyBot(seed), 30),
    ),
    Level(
        "medium",
        "A commuter: knows the way to its stations, but does not always watch the departures.",
        lambda seed: BlunderingBot(seed, PlannerBot.planner(seed), 15),
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
