"""Names of people: which are allowed, and how equal names at a table are told apart."""

from collections.abc import Sequence

from kolej.engine.record.game_file import name_fault
from kolej.server.errors import Refusal

BOT_PREFIX = "bot:"
"""Names of bots in a game file start with it; no person's name may."""
FORMER = "Former player"
"""The name of a person who was deleted."""


def checked_name(name: str) -> str:
    """A name that can be shown and stored in a game file."""
    fault = name_fault(name)
    if fault:
        raise Refusal("bad-command", fault)
    if name.casefold().startswith(BOT_PREFIX):
        raise Refusal("name-of-bot", params={"start": BOT_PREFIX})
    return name


def name_apart(name: str, others: Sequence[str]) -> str:
    """The name, with a number if somebody else at the table has the same."""
    taken = {other.casefold() for other in others}
    if name.casefold() not in taken:
        return name
    return next(other for n in range(2, 99) if (other := f"{name} {n}").casefold() not in taken)


def former_name(seat: int) -> str:
    """The name at a table of a person who was deleted."""
    return f"{FORMER} {seat + 1}"
