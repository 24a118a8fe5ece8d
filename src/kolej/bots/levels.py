"""Difficulty levels: four opponents for people, from one that a beginner beats to the strongest bot."""

from collections.abc import Callable
from dataclasses import dataclass

from kolej.bots.base import Bot
from kolej.bots.budget import Budget
from kolej.bots.planner.bot import PlannerBot
from kolej.bots.search.bot import SearchBot
from kolej.bots.slips import SlippingBot


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent to choose: its name, a sentence about it, and how to make it from a seed."""

    name: str
    character: str
    make: Callable[[int], Bot]
    names: tuple[str, ...]
    """What bots of this level are called at a table, the same in all languages; more than a table has seats."""
    seconds: float = 0.0
    """How long it thinks at every decision, at most; 0 is too short to notice."""


HARD = Budget(seconds=0.5, playouts=300)
"""Counted in playouts, so that it is as strong on a small board or a fast machine as elsewhere, and stays below
`expert`: on New York a search gains hardly anything after 2,000 playouts, which take 30 ms."""
EXPERT = Budget(seconds=1.8, playouts=20_000)
"""On New York more playouts bring nothing that could be measured: on a small board it need not use up its time."""

LEVELS = (
    Level(
        "easy",
        "A daydreamer: sets out for its tickets, and then takes the cards and routes that look nice on the way.",
        lambda seed: SlippingBot(seed, PlannerBot.planner(seed), 70),
        ("Pim", "Lola", "Bo", "Tilda", "Kuba", "Misi"),
    ),
    Level(
        "medium",
        "A commuter: knows the way to its stations, but does not always watch the departures.",
        lambda seed: SlippingBot(seed, PlannerBot.planner(seed), 20),
        ("Otto", "Zofia", "Ivo", "Mina", "Bence", "Greta"),
    ),
    Level(
        "hard",
        "A dispatcher: plans the whole network, and plays a few hundred games in its head before each move.",
        lambda seed: SearchBot(seed, HARD),
        ("Vera", "Kazimir", "Ingrid", "Bruno", "Ilka", "Matej"),
    ),
    Level(
        "expert",
        "The timetable itself: it looks far ahead, and misses little.",
        lambda seed: SearchBot(seed, EXPERT),
        ("Sybilla", "Magnus", "Aurelia", "Tycho", "Wanda", "Lorand"),
        EXPERT.seconds,
    ),
)
"""Easiest first."""
