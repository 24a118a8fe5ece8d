"""Bots (computer players) and their registry: `find` makes a bot from its name.

    base.py            the `Bot` protocol: what every bot implements
    levels.py          the four opponents offered to people: easy, medium, hard, expert
    board_weights.py   what bots know of a board: reads and checks the file `bots.toml` beside it
    slips.py           `SlippingBot`: a bot that makes mistakes as people do, for the two easier levels
    budget.py          how much time or how many playouts a search may use
    random.py          the bot `random`
    greedy.py          the bot `greedy`: the route with the most points per turn
    greedy_routes.py   open claim options and shortest paths, as `greedy` sees them
    planner/           the bot `planner` and the published styles: plan a network, collect, claim
    search/            the bot `search`: compares moves by playouts in possible states
    learned/           the bot `learned`: a small neural network that rates moves
    external/          custom bots: a class in a Python file, or a process in any language

A bot sees a `Decision`, which holds a view and never the true state.
"""

from collections.abc import Callable

from kolej.bots.base import Bot
from kolej.bots.budget import read_budget
from kolej.bots.external import process, python_file
from kolej.bots.greedy import GreedyBot
from kolej.bots.learned.bot import LearnedBot
from kolej.bots.levels import LEVELS
from kolej.bots.planner.bot import PlannerBot
from kolej.bots.random import RandomBot
from kolej.bots.search.bot import SearchBot
from kolej.engine.errors import UnknownName

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "path": PlannerBot.path,
    "hungry": PlannerBot.hungry,
    "one-step": PlannerBot.one_step,
    "long-route": PlannerBot.long_route,
    "planner": PlannerBot.planner,
    "learned": LearnedBot,
    "search": SearchBot,
    **{level.name: level.make for level in LEVELS},
}
"""How to make each bot from a seed: the ladder, weakest first, then the levels for people."""


def names() -> list[str]:
    """The bots that come with Kolej, weakest first."""
    return list(BOTS)


def find(name: str) -> Callable[[int], Bot]:
    """How to make a bot from its name: `planner`, `search@2s`, or a custom one: `path.py:Name`, `program:COMMAND`."""
    if name in BOTS:
        return BOTS[name]
    if name.startswith("search@"):
        budget = read_budget(name.removeprefix("search@"))
        return lambda seed: SearchBot(seed, budget)
    if process.is_process_name(name):
        return process.load(name)
    if python_file.is_file_name(name):
        return python_file.load(name)
    known = f"{', '.join(BOTS)}, search with a budget as search@2s, or a custom bot as path.py:Name or program:COMMAND"
    raise UnknownName(f'there is no bot "{name}"; there are {known}')


__all__ = ["BOTS", "Bot", "find", "names"]
