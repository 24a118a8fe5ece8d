"""What is to be played: the same plan, the same games, one by one, however many processes share the work."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from kolej import bots, editions
from kolej.engine.errors import KolejError
from kolej.engine.ruleset.rules import Edition
from kolej.engine.silent_game import tables_of

LARGEST_SEED = 2**53
"""Numbers below it survive every reader of JSON."""


class PlanError(KolejError):
    """A plan that can't be played."""


@cache
def edition_of(name: str) -> Edition:
    """An edition by name or folder, read once: two readings of a folder would be two editions."""
    return editions.find(name)


@dataclass(frozen=True, slots=True)
class Plan:
    """Games of some bots, numbered from 0. Made by `planned`, which checks it."""

    edition: str
    """A name, or the folder of an edition."""
    seats: int
    bots: tuple[str, ...]
    """One for each seat, as they sit in game 0."""
    seed: int
    rotate: bool = True

    def game_seed(self, number: int) -> int:
        """The seed of a game follows from the plan's seed and the game's number alone."""
        return derived("game", self.seed, number)

    def seating(self, number: int) -> tuple[str, ...]:
        """The bots by seat: each moves on by a seat from game to game, so that all begin equally often."""
        shift = number % self.seats if self.rotate else 0
        return self.bots[-shift:] + self.bots[:-shift] if shift else self.bots


def planned(edition: str, seats: int | None, names: Sequence[str], seed: int, rotate: bool) -> Plan:
    """A plan that can be played; refuses what can't be. Fewer bots than seats are repeated in their order."""
    rules = edition_of(edition).rules
    seats = max(len(names), rules.seats.start) if seats is None else seats
    tables_of(edition_of(edition), seats)
    for name in names:
        bots.find(name)
    if not 1 <= len(names) <= seats:
        raise PlanError(f"{len(names)} bots can't sit on {seats} seats; name as many as seats, or fewer to repeat them")
    return Plan(edition, seats, tuple(names[seat % len(names)] for seat in range(seats)), seed, rotate)


def derived(*parts: object) -> int:
    """A seed that follows from others and tells nothing about them."""
    text = "/".join(map(str, ("kolej.sim", *parts)))
    return int.from_bytes(sha256(text.encode()).digest()) % LARGEST_SEED
