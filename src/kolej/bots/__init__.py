"""Computer players, one file each. They see a `Choice`, which holds a view and never the true state."""

from collections.abc import Callable

from kolej.bots.base import Bot
from kolej.bots.budget import read_budget
from kolej.bots.external import process as program
from kolej.bots.external import python_file as own
from kolej.bots.greedy import GreedyBot
from kolej.bots.learned.bot import LearnedBot
from kolej.bots.levels import LEVELS
from kolej.bots.planner.bot import MindBot
from kolej.bots.random import RandomBot
from kolej.bots.search.bot import SearchBot
from kolej.engine.errors import UnknownName

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "path": MindBot.path,
    "hungry": MindBot.hungry,
    "one-step": MindBot.one_step,
    "long-route": MindBot.long_route,
    "planner": MindBot.planner,
    "learned": LearnedBot,
    "search": SearchBot,
    **{level.name: level.make for level in LEVELS},
}
"""How to make each bot from a seed: the ladder, weakest first, then the levels for people."""


def names() -> list[str]:
    """The bots that come with Kolej, weakest first."""
    return list(BOTS)


def find(name: str) -> Callable[[int], Bot]:
    """How to make the bot of that name, `search@2s` for a budget, `path.py:Name` or `program:COMMAND` for one's own."""
    if name in BOTS:
        return BOTS[name]
    if name.startswith("search@"):
        budget = read_budget(name.removeprefix("search@"))
        return lambda seed: SearchBot(seed, budget)
    if program.is_program(name):
        return program.load(name)
    if own.is_place(name):
        return own.load(name)
    own_ones = "or one of your own as path.py:Name or program:COMMAND"
    there = f"there are {', '.join(BOTS)}, search with a budget as search@2s, {own_ones}"
    raise UnknownName(f'there is no bot "{name}"; {there}')


__all__ = ["BOTS", "Bot", "find", "names"]
