"""Computer players, one file each. They see a `Choice`, which holds a view and never the true state."""

from collections.abc import Callable

from kolej.bots.base import Bot
from kolej.bots.random import RandomBot
from kolej.engine.errors import UnknownName

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}
"""How to make each bot from a seed, weakest first."""


def names() -> list[str]:
    """The bots that come with Kolej, weakest first."""
    return list(BOTS)


def find(name: str) -> Callable[[int], Bot]:
    """How to make the bot of that name."""
    if name not in BOTS:
        raise UnknownName(f'there is no bot "{name}"; there are {", ".join(BOTS)}')
    return BOTS[name]


__all__ = ["BOTS", "Bot", "find", "names"]
