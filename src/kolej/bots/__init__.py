"""Computer players, one file each. They see a `Choice`, which holds a view and never the true state."""

from collections.abc import Callable

from kolej.bots import own
from kolej.bots.base import Bot
from kolej.bots.greedy import GreedyBot
from kolej.bots.planner import MindBot
from kolej.bots.random import RandomBot
from kolej.bots.search import SearchBot
from kolej.engine.errors import UnknownName

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "path": MindBot.path,
    "hungry": MindBot.hungry,
    "one-step": MindBot.one_step,
    "long-route": MindBot.long_route,
    "planner": MindBot.planner,
    "search": SearchBot,
}
"""How to make each bot from a seed, weakest first."""


def names() -> list[str]:
    """The bots that come with Kolej, weakest first."""
    return list(BOTS)


def find(name: str) -> Callable[[int], Bot]:
    """How to make the bot of that name, or one of one's own: `path.py:Name`."""
    if name in BOTS:
        return BOTS[name]
    if own.is_place(name):
        return own.load(name)
    raise UnknownName(f'there is no bot "{name}"; there are {", ".join(BOTS)}, or one of your own as path.py:Name')


__all__ = ["BOTS", "Bot", "find", "names"]
