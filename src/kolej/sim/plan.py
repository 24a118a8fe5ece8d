"""Simulation plan: which games are played, by which bots, with which seeds, however many processes share the work."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from kolej import bots, editions
from kolej.bots import Bot
from kolej.engine.errors import KolejError
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition

LARGEST_SEED = 2**53
"""Seeds are smaller, so that every JSON parser reads them exactly."""


class PlanError(KolejError):
    """A plan that can't be played."""


@cache
def edition_of(name: str, house: tuple[str, ...] = ()) -> Edition:
    """An edition by name or folder, loaded once: loading a folder twice would make two editions."""
    return editions.find(name, house=house)


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Games between bots, numbered from 0. Use `plan_simulation`, which checks the values."""

    edition: str
    """A name, or the folder of an edition."""
    seats: int
    bots: tuple[str, ...]
    """One for each seat, as they are seated in game 0."""
    seed: int
    rotate: bool = True
    house: tuple[str, ...] = ()
    """House rules, by id and sorted."""
    makers: Mapping[str, Callable[[int], Bot]] = field(default_factory=dict, repr=False)
    """How to make bots that are given as Python objects, by the name they have in `bots`."""

    def game_seed(self, number: int) -> int:
        """The seed of a game; it depends on the plan's seed and the game's number alone."""
        return derive_seed("game", self.seed, number)

    def seating(self, number: int) -> tuple[str, ...]:
        """The bots by seat: each moves on by one seat from game to game, so that all begin equally often."""
        shift = number % self.seats if self.rotate else 0
        return self.bots[-shift:] + self.bots[:-shift] if shift else self.bots


def plan_simulation(
    edition: str,
    seats: int | None,
    names: Sequence[str],
    seed: int,
    rotate: bool,
    makers: Mapping[str, Callable[[int], Bot]] | None = None,
    house: Iterable[str] = (),
) -> SimulationPlan:
    """A checked plan; raises a `KolejError` if it can't be played. Fewer bots than seats are repeated in order."""
    agreed = tuple(sorted(set(house)))
    rules = edition_of(edition, agreed).rules
    seats = max(len(names), rules.seats.start) if seats is None else seats
    tables_of(edition_of(edition, agreed), seats)
    makers = makers or {}
    for name in names:
        if name not in makers:
            bots.find(name)
    if not 1 <= len(names) <= seats:
        raise PlanError(f"{len(names)} bots can't sit on {seats} seats; name as many as seats, or fewer to repeat them")
    seated = tuple(names[seat % len(names)] for seat in range(seats))
    return SimulationPlan(edition, seats, seated, seed, rotate, agreed, makers)


def derive_seed(*parts: object) -> int:
    """A seed made from other values by a hash, from which they can't be found."""
    text = "/".join(map(str, ("kolej.sim", *parts)))
    return int.from_bytes(sha256(text.encode()).digest()) % LARGEST_SEED
