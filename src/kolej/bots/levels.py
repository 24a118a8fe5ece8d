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
        "A dispatcher: plans the whole network, and keeps to the timetable.",
        # No short search: with 300 playouts a move it is about as strong as `expert`.
        PlannerBot.planner,
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
